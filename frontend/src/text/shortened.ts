// Names that are too long for where they are shown.

const ROOM = 40; // characters

/** The name, or its beginning and an ellipsis; never half of a character. */
export function short(name: string, room = ROOM): string {
  const characters = Array.from(name);
  return characters.length <= room ? name : `${characters.slice(0, room - 1).join("").trimEnd()}…`;
}
