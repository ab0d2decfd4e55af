export const say = {
  asTable: "Show as a table",
  asChart: "Show as a chart",
  download: "Download CSV",
  downloadOf: (title: string) => `Download CSV: ${title}`,
  tableOf: (title: string) => `Show as a table: ${title}`,
  chartOf: (title: string) => `Show as a chart: ${title}`,
  more: (n: number) => `and ${n.toLocaleString("en")} more in the table`,
  none: "–",
  goal: (share: string) => `goal ${share}`,
} as const;
