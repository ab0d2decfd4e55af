// Writes src/api/schema.d.ts from the OpenAPI document on standard input; with --check, refuses a file that is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";

const FILE = new URL("../../src/api/schema.d.ts", import.meta.url);
const HEAD = "// The shapes of requests and answers, written from the server's OpenAPI document by `make api-types`: do not edit.\n\n";

const { openapi, info, components } = await json(process.stdin);
const shapes = Object.fromEntries(Object.entries(components.schemas).map(([name, schema]) => [name, plain(schema)]));
const types = await openapiTS(
  { openapi, info, paths: {}, components: { schemas: shapes } },
  { alphabetize: true, defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
);
const written = HEAD + astToString(types);

if (!process.argv.includes("--check")) writeFileSync(FILE, written);
else if (readFileSync(FILE, "utf8") !== written) {
  console.error("frontend/src/api/schema.d.ts is not what the server answers now; write it again with: make api-types");
  process.exit(1);
}

/** A schema without the titles that repeat names, and of descriptions the first paragraph. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== "object") return schema;
  const { title, description, properties, ...rest } = schema;
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
  if (typeof description === "string") kept.description = description.split("\n\n")[0].replaceAll("\n", " ");
  if (properties) {
    kept.properties = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, plain(of)]));
  }
  return kept;
}
