// Numbers, times and plurals as a person reads them.

const whole = new Intl.NumberFormat("en");
const moments = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** 1234 as 1,234. */
export function number(value: number): string {
  return whole.format(value);
}

/** A number with a fixed number of decimals. */
export function decimal(value: number, digits = 1): string {
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share between 0 and 1 as a percentage, as the server writes it; what is nearly none or nearly all is not rounded to it. */
export function percent(value: number): string {
  if (value > 0 && value < 0.01) return "under 1\u00a0%";
  if (value < 1 && value > 0.99) return "over 99\u00a0%";
  return `${whole.format(Math.round(value * 100))}\u00a0%`;
}

/** Two shares as "66 to 90 %". */
export function range({ low, high }: { low: number; high: number }): string {
  return `${percent(low).replace(/\u00a0%$/, "")} to\u00a0${percent(high)}`;
}

/** How good a model is expected to be: the number and its range, or the range first where no answer speaks for the number. */
export function expectation({ accuracy, answers }: { accuracy: { value: number; low: number; high: number }; answers: number }): [string, string] {
  const [told, spread] = [percent(accuracy.value), range(accuracy)];
  return answers ? [told, spread] : [spread, `about ${told}`];
}

/** "1 label", "2 labels". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`;
}

export function seconds(value: number): string {
  return `${decimal(value)} s`;
}

/** Minutes as "45 s", "12 min" or "2 h 5 min". */
export function minutes(value: number): string {
  if (value < 1) return `${Math.round(value * 60)} s`;
  const all = Math.round(value);
  return all < 60 ? `${all} min` : `${Math.floor(all / 60)} h ${all % 60} min`;
}

/** Bytes as "12 kB" or "3.4 MB". */
export function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} kB`;
  return bytes < 1e9 ? `${decimal(bytes / 1e6)} MB` : `${decimal(bytes / 1e9)} GB`;
}

/** A moment of the record in the reader's own time zone. */
export function moment(time: string): string {
  return moments.format(new Date(time));
}

export function day(time: string): string {
  return days.format(new Date(time));
}

/** "a, b and c". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(names);
}
