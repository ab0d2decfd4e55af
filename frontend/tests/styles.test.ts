import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

test("a class has its look from one style sheet, so that no screen changes another's when it is fetched", () => {
  const sheets = new Map<string, Set<string>>();
  for (const file of readdirSync("src", { recursive: true }).filter((name) => name.endsWith(".css"))) {
    for (const [, name] of readFileSync(`src/${file}`, "utf8").matchAll(/^(\.[a-z-]+) \{/gm)) {
      sheets.set(name ?? "", (sheets.get(name ?? "") ?? new Set()).add(file));
    }
  }
  const several = [...sheets].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(", ")}`);
  assert.ok(sheets.size > 100);
  assert.deepEqual(several, []);
});
