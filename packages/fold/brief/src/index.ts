export { type Briefable, type BriefOptions, brief } from "./brief.js";
export { LANGUAGES, type Language } from "./languages.js";
export { visible } from "./visible.js";
