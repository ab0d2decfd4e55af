// Writes src/api/schema.d.ts from the OpenAPI document on standard input: the shapes that the app imports, and those they
// are made of. With --check, refuses a file that is stale.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { json } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";

const FILE = new URL("../../src/api/schema.d.ts", import.meta.url);
const HEAD = "// The shapes of requests and answers, written from the server's OpenAPI document by `make api-types`: do not edit.\n\n";

const imported = importedNames();
const { openapi, info, components } = await json(process.stdin);
const types = await openapiTS(
  { openapi, info, paths: {}, components: { schemas: mapped(used(components.schemas)) } },
  { alphabetize: true, defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
);
const EMPTY = /^ *(export type )?(paths|webhooks|responses|parameters|requestBodies|headers|pathItems|\$defs|operations)( =|:) (Record<string, never>|never);\n/gm;
const ALIAS = /^export type (\w+) = components.*\n/gm;
const written = HEAD + astToString(types).replace(EMPTY, "").replace(ALIAS, (line, name) => (imported.has(name) ? line : ""));

if (!process.argv.includes("--check")) writeFileSync(FILE, written);
else if (readFileSync(FILE, "utf8") !== written) {
  console.error("frontend/src/api/schema.d.ts is not what the server answers now; write it again with: make api-types");
  process.exit(1);
}

/** The names that the app's sources and tests import from schema.d.ts. */
function importedNames() {
  const folder = fileURLToPath(new URL("../../", import.meta.url));
  const files = ["src", "tests"].flatMap((part) => readdirSync(folder + part, { recursive: true }).map((file) => `${folder}${part}/${file}`));
  const sources = files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(file, "utf8"));
  return new Set(sources.flatMap((text) => [...text.matchAll(/import type \{([^}]*)\} from "[^"]*\/schema"/g)].map(([, names]) => names)).join().match(/\w+/g));
}

/** The schemas that are imported, with all that these refer to. */
function used(schemas) {
  const names = new Set(imported);
  for (const name of names) for (const [, other] of JSON.stringify(schemas[name] ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)) names.add(other);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
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
