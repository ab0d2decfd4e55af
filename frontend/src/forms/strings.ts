export const say = {
  copy: "Copy",
  copied: "Copied",
  copyOf: (what: string) => `Copy: ${what}`,
  copiedOf: (what: string) => `Copied: ${what}`,
  selected: "Selected. Press Control and C to copy.",
  cancel: "Cancel",
  sideways: "Scroll the table sideways to see all of it.",
  show: "Show",
  hide: "Hide",
  showOf: (label: string) => `Show: ${label}`,
  hideOf: (label: string) => `Hide: ${label}`,
} as const;
