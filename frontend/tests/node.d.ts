// The little of Node that the tests use.
declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  interface Assert {
    equal(actual: unknown, expected: unknown, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(actual: string, expected: RegExp, message?: string): void;
    ok(value: unknown, message?: string): asserts value;
    throws(run: () => unknown, expected?: RegExp): void;
    rejects(run: Promise<unknown> | (() => Promise<unknown>), expected?: RegExp): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}

declare module "node:fs" {
  export function readdirSync(folder: string, options: { recursive: true }): string[];
  export function readFileSync(file: string, encoding: "utf8"): string;
}
