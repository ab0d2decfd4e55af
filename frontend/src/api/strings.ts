export const say = {
  again: "Try again",
} as const;
