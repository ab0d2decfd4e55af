export const say = {
  copy: "Copy",
  copied: "Copied",
  copyOf: (what: string) => `Copy: ${what}`,
  copiedOf: (what: string) => `Copied: ${what}`,
  selected: "Selected. Press Control and C to copy.",
  cancel: "Cancel",
} as const;
