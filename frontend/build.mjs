// Bundles the app into the Python package (`npm run build`), or its tests for `node --test` (`npm test`).
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const SITE = "../src/teachback/web/static";
const SHARED = { bundle: true, format: "esm", target: "es2022", jsx: "automatic", jsxImportSource: "preact", logLevel: "warning" };

async function buildTests() {
  const tests = (await readdir("tests", { recursive: true })).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...SHARED,
    entryPoints: tests.map((name) => join("tests", name)),
    outdir: "build/tests",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    sourcemap: "inline",
  });
}

async function buildSite() {
  await rm(SITE, { recursive: true, force: true });
  const assets = join(SITE, "assets");
  const { metafile } = await build({
    ...SHARED,
    entryPoints: { app: "src/main.tsx", screens: "src/styles/screens.css" },
    outdir: assets,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    minify: true,
    metafile: true,
    loader: { ".woff2": "file" },
    assetNames: "[name]-[hash]",
  });
  const built = Object.entries(metafile.outputs);
  const [script, entry] = built.find(([, output]) => output.entryPoint === "src/main.tsx");
  const styles = entry.cssBundle;
  const [later] = built.find(([, output]) => output.entryPoint === "src/styles/screens.css");
  const first = new Set([script, styles]);
  for (const path of first) {
    for (const { path: next, kind } of metafile.outputs[path].imports) if (kind === "import-statement" || kind === "url-token") first.add(next); // the face is fetched with the style sheet
  }
  await writeFile(join(SITE, "index.html"), page(await readFile("src/index.html", "utf8"), script, styles, later, first));
  await copyFile("src/icon.svg", join(SITE, "icon.svg"));
  await copyFile("src/styles/hanken-grotesk.OFL.txt", join(assets, "hanken-grotesk.OFL.txt"));
  await report(built, first);
}

/** The page, with the hashed names of its script, the chunks that it begins with, its style sheet and that of the other screens. */
function page(template, script, styles, later, first) {
  const address = (path) => path.slice(path.indexOf("assets/"));
  const ahead = [...first].filter((path) => path.endsWith(".js") && path !== script);
  const links = [
    `<link rel="stylesheet" href="${address(styles)}">`,
    `<meta name="later-styles" content="${address(later)}">`,
    ...ahead.map((path) => `<link rel="modulepreload" href="${address(path)}">`),
    `<script type="module" src="${address(script)}"></script>`,
  ];
  return template.replace("<!-- assets -->", links.join("\n    "));
}

async function report(built, first) {
  let total = 0;
  for (const [path] of built) {
    const size = gzipSync(await readFile(path), { level: 9 }).length;
    if (first.has(path)) total += size;
    console.log(`${(size / 1000).toFixed(1).padStart(7)} kB gzipped  ${first.has(path) ? "first screen" : "when shown  "}  ${path.split("/").pop()}`);
  }
  console.log(`${(total / 1000).toFixed(1).padStart(7)} kB gzipped  in all for the first screen`);
}

if (process.argv.includes("--tests")) {
  await rm("build/tests", { recursive: true, force: true });
  await mkdir("build/tests", { recursive: true });
  await buildTests();
} else {
  await buildSite();
}
