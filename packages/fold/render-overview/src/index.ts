export { type Layout, type LayoutInput, layOut } from "./layout/lay-out.js";
