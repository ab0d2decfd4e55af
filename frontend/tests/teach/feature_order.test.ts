import assert from "node:assert/strict";
import { test } from "node:test";
import { presentFirst } from "../../src/teach/guess/feature_order";

test("what is in the text is offered before what is not, each in the order that the server gave", () => {
  const of = (term: string, present: boolean) => ({ term, present, documents: 1 });
  const told = [of("desktop", false), of("open", true), of("don", false), of("crash", true)];
  assert.deepEqual(presentFirst(told).map(({ term }) => term), ["open", "crash", "desktop", "don"]);
});
