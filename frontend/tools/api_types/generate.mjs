// Writes src/api/schema.d.ts from the OpenAPI document on standard input; with --check, refuses a file that is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { json } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";

const FILE = new URL("../../src/api/schema.d.ts", import.meta.url);
const HEAD = "// The shapes of requests and answers, written from the server's OpenAPI document by `make api-types`: do not edit.\n\n";

const { openapi, info, components } = await json(process.stdin);
const types = await openapiTS(
  { openapi, info, paths: {}, components: { schemas: mapped(components.schemas) } },
  { alphabetize: true, defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
);
const written = HEAD + astToString(types);

if (!process.argv.includes("--check")) writeFileSync(FILE, written);
else if (readFileSync(FILE, "utf8") !== written) {
  console.error("frontend/src/api/schema.d.ts is not what the server answers now; write it again with: make api-types");
  process.exit(1);
}

/** A schema without titles, which repeat names, and without descriptions, which are the server's docstrings. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== "object") return schema;
  const { title, description, properties, ...rest } = schema;
  const kept = mapped(rest);
  return properties ? { ...kept, properties: mapped(properties) } : kept;
}

function mapped(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, plain(part)]));
}
