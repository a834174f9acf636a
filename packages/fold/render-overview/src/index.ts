export { type Environment, type FoundBrowser, findBrowser } from "./browser/find-browser.js";
export type { Manifest, ManifestBox, ManifestPage } from "./output/manifest.js";
export { createRenderer, type RendererOptions } from "./renderer.js";
