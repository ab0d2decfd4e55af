// The names under which a project writes in its own record: nobody is called so.

const OWN: Record<string, string> = { check: "teachback", importer: "the file" };

export const isPerson = (teacher: string): boolean => !(teacher in OWN);

/** What is shown of who said something. */
export const nameOf = (teacher: string): string => OWN[teacher] ?? teacher;

/** What is shown of who did something, such as an import. */
export const doneBy = (teacher: string): string => (isPerson(teacher) ? teacher : "teachback");

/** Whether this is another model, such as a language model: what it says is dotted, as all that is thought. */
export const isMachine = (teacher: string): boolean => teacher.startsWith("machine:");
