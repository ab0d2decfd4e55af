// Other words than those that are shown: the server remembers that this teacher passed them over.
import { signal } from "@preact/signals";
import { refusedBy } from "../../api/answer";
import { call, within } from "../../api/client";
import type { WordQuestions } from "../../api/schema";
import { announce } from "../../shell/announce";
import { connected } from "../../state/connection";
import { allSent } from "../../state/lessons/lessons";
import { project } from "../../state/session";
import { say } from "../../strings";
import { keepBatch, questions } from "../queue/batch";
import { columns, openedClass } from "./columns";

const PATIENCE = 500; // milliseconds for what was just said of the words to be sent

export const passing = signal(false);

/** Pass over the words on the screen, and show others; the documents stay. */
export async function otherWords(): Promise<void> {
  const open = project.peek();
  const before = questions.peek();
  if (!open || !before || passing.peek()) return;
  if (!connected.peek()) return announce(say.top.away);
  passing.value = true;
  try {
    await allSent(PATIENCE);
    const words = Object.fromEntries(columns.peek().filter(({ name }) => name === openedClass.peek()).map(({ name, asked }) => [name, asked.map(({ term }) => term)]));
    const seen = { words, any: before.any.map(({ term }) => term), n: open.settings.words };
    const others = await call<WordQuestions>("POST", within(open.name, "words", "passed-over"), seen);
    if (questions.peek() !== before) return; // another batch came
    questions.value = { ...before, ...others };
    keepBatch(open);
    announce(say.words.othersShown);
  } catch (error) {
    announce(refusedBy(error).message);
  } finally {
    passing.value = false;
  }
}
