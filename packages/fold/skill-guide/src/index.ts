export { LANGUAGES, type Language } from "./languages.js";
export { agentsSection, referenceTexts, skillText } from "./texts.js";
