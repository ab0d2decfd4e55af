import assert from "node:assert/strict";
import { test } from "node:test";
import { cap, keyName } from "../src/shell/keys";
import { namesIn } from "../src/teach/start/class_names";

const pressed = (key: string, code = "", held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}) =>
  keyName({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test("digits are told by their place on the keyboard, with Shift and on a French one", () => {
  assert.equal(pressed("1", "Digit1"), "1");
  assert.equal(pressed("!", "Digit1", { shiftKey: true }), "shift+1");
  assert.equal(pressed("&", "Digit1"), "1");
  assert.equal(pressed("1", "Digit1", { shiftKey: true }), "shift+1");
  assert.equal(pressed("3", "Numpad3"), "3");
});

test("control and command are the same, signs need no Shift", () => {
  assert.equal(pressed("Z", "KeyZ", { metaKey: true, shiftKey: true }), "ctrl+shift+z");
  assert.equal(pressed("Enter", "Enter", { ctrlKey: true }), "ctrl+enter");
  assert.equal(pressed("?", "Slash", { shiftKey: true }), "?");
  assert.equal(cap("ctrl+shift+z"), "⌃⇧Z");
  assert.equal(cap("pagedown"), "PgDn");
});

test("a pasted list of classes is read line by line, a short one by its commas", () => {
  assert.deepEqual(namesIn("hockey, baseball"), ["hockey", "baseball"]);
  assert.deepEqual(namesIn(" a, b \r\nc\n\na, b\n"), ["a, b", "c"]);
});
