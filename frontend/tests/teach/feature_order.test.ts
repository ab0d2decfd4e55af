import assert from "node:assert/strict";
import { test } from "node:test";
import { offeredFirst } from "../../src/teach/guess/feature_order";

const of = (term: string, present: boolean) => ({ term, present, documents: 1 });

test("what is in the text is offered before what is not, each in the order that the server gave", () => {
  const told = [of("desktop", false), of("open", true), of("don", false), of("crash", true)];
  assert.deepEqual(offeredFirst(told, []).map(({ term }) => term), ["open", "crash", "desktop", "don"]);
});

test("a reason of the model is not offered as what tells the text from the model's class", () => {
  assert.deepEqual(offeredFirst([of("surplus", true), of("french", true), of("trade", false)], ["surplus", "trade"]).map(({ term }) => term), ["french", "trade"]);
});
