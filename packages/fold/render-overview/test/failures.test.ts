/** Failures that need another world than the command has: see the tests of the command for the rest. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRenderer } from "@fold/render-overview";
import { execa } from "execa";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { browserPath } from "./support/browser.js";
import { GALLERY } from "./support/gallery.js";
import { entry, layer, view } from "./support/views.js";

const top = mkdtempSync(join(tmpdir(), "fold-overview-failures-"));
const here = fileURLToPath(new URL("..", import.meta.url));

afterAll(() => {
  rmSync(top, { recursive: true, force: true });
});

const plain = { view: view(layer(64, [entry("one", "XL")])), diff: null, lang: "en" } as const;
const filesIn = (dir: string): readonly string[] => readdirSync(dir).sort();
const noteIn = (dir: string) => JSON.parse(readFileSync(join(dir, "overview.failed.json"), "utf8"));

describe("a browser that is kept", () => {
  it("may die between two pictures: the next one starts another", async () => {
    const pids = join(top, "pids");
    const wrapper = join(top, "browser");
    writeFileSync(wrapper, `#!/bin/sh\necho $$ >> "${pids}"\nexec "${browserPath()}" "$@"\n`, {
      mode: 0o755,
    });
    const renderer = createRenderer({ env: { FOLD_BROWSER: wrapper } });
    onTestFinished(() => renderer.close());
    const dir = join(top, "kept");
    expect(await renderer.render({ ...plain, dir })).toMatchObject({ ok: true });
    expect(await renderer.render({ ...plain, dir })).toMatchObject({ ok: true });
    const [pid = "", ...others] = readFileSync(pids, "utf8").trim().split("\n");
    expect(others).toEqual([]);
    // The group that the driver started, and so whatever the start script left running.
    const heavy = GALLERY["six levels"]?.();
    const drawing = renderer.render({ ...plain, view: heavy?.view ?? plain.view, dir });
    process.kill(-Number(pid), "SIGKILL");
    expect(await drawing).toMatchObject({ ok: false, stage: "draw" });
    expect(filesIn(dir)).toEqual(["overview.failed.json"]);
    expect(await renderer.render({ ...plain, dir })).toMatchObject({ ok: true });
    expect(filesIn(dir)).toEqual(["overview-41-1.png", "overview.json"]);
    expect(readFileSync(pids, "utf8").trim().split("\n")).toHaveLength(2);
  });

  it("is called off by a signal, before and while it draws", async () => {
    const renderer = createRenderer();
    onTestFinished(() => renderer.close());
    const dir = join(top, "called-off");
    const before = await renderer.render({ ...plain, dir }, { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ ok: false, stage: "draw" });
    const controller = new AbortController();
    const drawing = renderer.render({ ...plain, dir }, { signal: controller.signal });
    setImmediate(() => controller.abort());
    expect(await drawing).toMatchObject({ ok: false, message: "Drawing was called off." });
    expect(filesIn(dir)).toEqual(["overview.failed.json"]);
    expect(await renderer.render({ ...plain, dir })).toMatchObject({ ok: true });
  });

  it("leaves no process and no folder behind when its program ends without closing it", async () => {
    const script = `import { createRenderer } from ${JSON.stringify(pathToFileURL(join(here, "dist/index.js")).href)};
      const result = await createRenderer().render(${JSON.stringify({ ...plain, dir: join(top, "ended") })});
      process.stdout.write(JSON.stringify(result));
      process.exit(0);`;
    const temporary = join(top, "tmp");
    mkdirSync(temporary);
    const args = ["--input-type=module", "-e", script];
    const ran = await execa(process.execPath, args, { env: { TMPDIR: temporary } });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

/** The package as somebody may have installed it: with the packages of these scopes and no others. */
async function renderWith(scopes: readonly string[], dir: string) {
  const installed = join(dir, "node_modules", "@fold", "render-overview");
  cpSync(join(here, "dist"), join(installed, "dist"), { recursive: true });
  cpSync(join(here, "package.json"), join(installed, "package.json"));
  mkdirSync(join(installed, "node_modules"));
  for (const scope of [...scopes, "fs-native-extensions"]) {
    symlinkSync(join(here, "node_modules", scope), join(installed, "node_modules", scope));
  }
  const index = pathToFileURL(join(installed, "dist", "index.js")).href;
  const script = `const { createRenderer } = await import(${JSON.stringify(index)});
    const request = ${JSON.stringify({ ...plain, dir: join(dir, "out") })};
    const picture = await createRenderer().render(request);
    const page = await createRenderer().render({ ...request, format: "html" });
    process.stdout.write(JSON.stringify({ picture, page }));
    process.exit(0);`;
  const ran = await execa(process.execPath, ["--input-type=module", "-e", script], {
    env: { NODE_PATH: "" },
  });
  return JSON.parse(ran.stdout);
}

describe("an installation that is not whole", () => {
  it("without the driver says what to install, and makes a page all the same", async () => {
    const scopes = ["@fold", "@fontsource", "@fontsource-variable"];
    const { picture, page } = await renderWith(scopes, join(top, "driverless"));
    expect(picture).toMatchObject({ ok: false, stage: "browser" });
    expect(picture.message).toContain("npm install playwright-core");
    expect(page).toMatchObject({ ok: true });
  });

  it("without a font fails, and none of the machine stands in for it", async () => {
    const dir = join(top, "fontless");
    const { picture, page } = await renderWith(["@fold", "playwright-core"], dir);
    expect(picture).toMatchObject({ ok: false, stage: "fonts" });
    expect(page).toMatchObject({ ok: false, stage: "fonts" });
    expect(filesIn(join(dir, "out"))).toEqual(["overview.failed.json"]);
    expect(noteIn(join(dir, "out")).reason).toContain("@fontsource-variable/noto-sans");
  });
});
