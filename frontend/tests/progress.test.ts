import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, expectation, listed, minutes, percent, size } from "../src/numbers";
import type { Point } from "../src/api/schema";
import { howMany, isReached, share } from "../src/teach/side/expected";
import { calibrationSentence, curveSentence, paceSentence } from "../src/progress/summary";

function point(values: Partial<Point>): Point {
  return { position: 0, minutes: 0, actions: 0, labels: 0, words: 0, rationales: 0, right: 0, checked: 0, accuracy: 0, low: 0, high: 1, macro_f1: 0, ...values };
}

test("the curve's sentence tells from where to where, and how sure that is", () => {
  const curve = [point({ accuracy: 0.5, checked: 10, minutes: 1 }), point({ accuracy: 0.81, checked: 20, low: 0.77, high: 0.85, minutes: 12.2 })];
  assert.equal(
    curveSentence(curve, "accuracy", "minutes"),
    "Random checks alone: from 50\u00a0% to 81\u00a0% in 12 min of teaching. By them the true value lies between 77\u00a0% and 85\u00a0% (95\u00a0% interval).",
  );
});

test("a curve that was never checked says how to get one", () => {
  assert.match(curveSentence([], "accuracy", "minutes"), /Random checks/);
});

test("too few checks make no percentage", () => {
  assert.match(curveSentence([point({ accuracy: 0.5, checked: 2 })], "accuracy", "minutes"), /^2 checks so far/);
});

test("the pace of words and labels is compared with the study", () => {
  const said = paceSentence({ seconds: { word: { median: 2.1, n: 9 } }, dualist: { word: 3.2, label: 10.8 } });
  assert.match(said, /2\.1 s against 3\.2 s in the study/);
});

test("numbers read as people write them", () => {
  assert.deepEqual([percent(0.813), percent(0.001), percent(0.999), percent(1)], ["81\u00a0%", "under 1\u00a0%", "over 99\u00a0%", "100\u00a0%"]);
  assert.deepEqual([counted(1, "label"), counted(1200, "label")], ["1 label", "1,200 labels"]);
  assert.deepEqual([minutes(0.5), minutes(12.4), minutes(125)], ["30 s", "12 min", "2 h 5 min"]);
  assert.deepEqual([size(1), size(12_300), size(3_400_000)], ["1 byte", "12 kB", "3.4 MB"]);
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
});

test("the goal is reached where the range is near it, not where the model only thinks so", () => {
  assert.ok(isReached({ accuracy: { value: 0.83, low: 0.7, high: 0.9 }, answers: 5, classes: [] }));
  assert.ok(!isReached({ accuracy: { value: 0.83, low: 0.46, high: 0.97 }, answers: 40, classes: [] }));
  assert.ok(!isReached({ accuracy: { value: 0.79, low: 0.7, high: 0.9 }, answers: 40, classes: [] }));
  assert.ok(!isReached({ accuracy: { value: 0.95, low: 0.67, high: 0.99 }, answers: 0, classes: [] })); // six words, and nobody has answered
});

test("what is said of calibration never contradicts its own numbers", () => {
  const low = { sure: 0.4, right: 9, answers: 10, low: 0.6, high: 0.98 };
  const high = { sure: 0.94, right: 5, answers: 12, low: 0.2, high: 0.7 };
  const fine = { sure: 0.8, right: 8, answers: 10, low: 0.5, high: 0.95 };
  assert.match(calibrationSentence([fine]), /^Yes, within what 10 answers can show: sure of 80\u00a0% on average, and right about as often/);
  // As often too sure as too modest: on average all is well, and it is not said to be.
  assert.match(calibrationSentence([low, fine, high]), /^Not everywhere: of 12 answers it was 94\u00a0% sure, and 42\u00a0% of them are right/);
});

test("a number of which little is known is told as its range", () => {
  assert.equal(share({ value: 0.18, low: 0.01, high: 0.86 }, 3), "1–86\u00a0%");
  assert.equal(share({ value: 0.9, low: 0.84, high: 0.95 }, 3), "90\u00a0%");
  assert.equal(share({ value: 0.9, low: 0.84, high: 0.95 }, 0), "84–95\u00a0%"); // of which no answer tells
  assert.equal(howMany({ value: 40, low: 9, high: 90 }), "9–90");
  assert.equal(howMany({ value: 60, low: 50, high: 90 }), "60");
});

test("the goal is not said to be reached while little of a class is found", () => {
  const [most, few] = [{ value: 0.92, low: 0.75, high: 0.97 }, { value: 0.12, low: 0.02, high: 0.47 }];
  const rare = { name: "electronics", precision: null, recall: few, documents: { value: 60, low: 30, high: 312 } };
  assert.ok(isReached({ accuracy: most, answers: 40, classes: [{ ...rare, recall: most }] }));
  assert.ok(!isReached({ accuracy: most, answers: 40, classes: [rare] }));
});

test("a share that is nearly all or nearly none is told as the terminal tells it", () => {
  assert.equal(share({ value: 0.9996, low: 0.93, high: 0.9999 }, 3), "over 99\u00a0%");
  assert.equal(share({ value: 0.004, low: 0.0001, high: 0.02 }, 3), "under 1\u00a0%");
});

test("of words alone the range comes first, and the number from the first answer on", () => {
  const accuracy = { value: 0.84, low: 0.56, high: 0.95 };
  assert.deepEqual(expectation({ accuracy, answers: 0 }), ["56 to\u00a095\u00a0%", "about 84\u00a0%"]);
  assert.deepEqual(expectation({ accuracy, answers: 1 }), ["84\u00a0%", "56 to\u00a095\u00a0%"]);
});
