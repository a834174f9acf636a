// `npm run guide`: builds, then makes everything that comes from the guide anew. `-- --check` only looks.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, setup } from "./setup.mjs";

setup();
const generator = join(root, "packages/fold/skill-guide/dist/generator/generate.js");
const { main } = await import(pathToFileURL(generator).href);
process.exitCode = main(root, process.argv.slice(2));
