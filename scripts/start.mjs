// `npm start -- PATH`: installs and builds what is missing, then runs the example on a repository.
// Without a path the example looks at this repository.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, setup } from "./setup.mjs";

setup();

const given = process.argv.slice(2);
// `npx fold` finds the command in the root alone, wherever the user is.
const exampleArguments = ["--commands-from", root, ...(given.length > 0 ? given : [root])];
const entry = join(root, "examples", "git-desk", "dist", "main.js");
// npm moves to the root before it runs a script; a relative path means the folder the user was in.
const cwd = process.env.INIT_CWD ?? process.cwd();
const result = spawnSync(process.execPath, [entry, ...exampleArguments], { cwd, stdio: "inherit" });
if (result.error !== undefined) throw result.error;
process.exit(result.status ?? 1);
