import { matterId, matterIdOf } from "../rules/matter-id.js";

/**
 * The id of "and N smaller matters" of a layer. It depends on the matter that carries the layer, not
 * on the suffix of its entry.
 */
export function foldedMatterId(layer: string | null): string {
  return matterId("more", layer === null ? "root" : matterIdOf(layer));
}
