// Documents that were answered otherwise than the model said where it was not sure: the page went on, and they wait to be looked at.
import { computed, effect, signal } from "@preact/signals";
import type { Guess } from "../../api/schema";
import { taught } from "../../state/lessons/lessons";
import { project } from "../../state/session";
import { read, tabStore } from "../../state/storage";
import { lookAt, modelOf, type Row } from "../queue/batch";

export interface Surprise {
  id: string;
  text: string;
  guess: Guess;
  model: number | null;
}

const MOST = 50;
const LONGEST = 200;
const noted = signal<Surprise[]>([]);
const key = computed(() => (project.value ? `teachback/${encodeURIComponent(project.value.name)}/${encodeURIComponent(project.value.teacher)}/surprises` : null));

/** Those whose answer still differs from what the model said, unless the class that it said has another name now. */
export const surprises = computed(() =>
  noted.value.filter(({ id, guess }) => {
    const label = taught.value.counted.label(id);
    return label !== null && label !== guess.class && project.value?.classes.includes(guess.class);
  }),
);

function keep(next: Surprise[]): void {
  noted.value = next.slice(-MOST);
  if (key.peek() !== null) tabStore.set(key.peek() ?? "", JSON.stringify(noted.peek()));
}

/** Remember that a document was answered otherwise than the model said. */
export function noteSurprise(document: Row): void {
  const { id, text, guess } = document;
  if (guess) keep([...noted.peek().filter((each) => each.id !== id), { id, text: text.slice(0, LONGEST), guess, model: modelOf(document) ?? null }]);
}

/** Look at one, as the model saw it then; it waits no longer. */
export async function lookAtSurprise({ id, guess, model }: Surprise): Promise<void> {
  await lookAt(id, { guess, model });
  keep(noted.peek().filter((each) => each.id !== id));
}

/** Those of the open project, also after a reload. */
export function followSurprises(): void {
  effect(() => {
    noted.value = key.value === null ? [] : (read<Surprise[]>(tabStore, key.value) ?? []);
  });
}
