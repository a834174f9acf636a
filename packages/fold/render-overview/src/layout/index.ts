export { type AspectArea, DEFAULT_AREA, type Rect } from "./areas.js";
export { type Baseline, type Layout, type LayoutInput, layOut, type Placed } from "./lay-out.js";
