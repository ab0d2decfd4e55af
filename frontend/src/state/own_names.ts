// The names under which a project writes in its own record: nobody is called so.

const OWN: Record<string, string> = { check: "teachback", importer: "teachback" };

export const isPerson = (teacher: string): boolean => !(teacher in OWN);

/** What is shown of who did something. */
export const nameOf = (teacher: string): string => OWN[teacher] ?? teacher;
