// The sentences that the sections of Data share; each section has its own beside it.
export const say = {
  title: "Data",
  sections: {
    import: "Import",
    export: "Export",
    classes: "Classes",
    "held-out": "Held-out set",
    guidelines: "Guidelines",
    people: "People",
    history: "History",
    models: "Models",
    tokens: "API tokens",
    settings: "Settings",
    study: "Study",
  },
  choose: "Section",
  ownerOnly: "Only an owner can change this.",
  save: "Save",
  saved: "Saved.",
  savedHere: "Saved ✓",
  cancel: "Cancel",
  undo: "Undo",
  undone: "Taken back.",
  more: "Show more",
} as const;

export type Section = keyof typeof say.sections;
export const SECTIONS = Object.keys(say.sections) as Section[];
