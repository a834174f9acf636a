import type { Answer } from "@fold/contracts";
import type { Io } from "../io.js";

/** Not part of the bundle: it is looked for when it is asked for. */
const RENDERER = "@fold/render-overview";

type ImageFailed = Extract<Answer, { outcome: "image_failed" }>;

/** Draws a state. This build has no renderer yet, so the answer is always why there is no image. */
export async function drawOverview(io: Io): Promise<ImageFailed> {
  const message = await io.importModule(RENDERER).then(
    () => `This version of fold cannot use the ${RENDERER} that is installed.`,
    () => `This build of fold has no renderer: ${RENDERER} is not installed.`,
  );
  return { outcome: "image_failed", stage: "load", message };
}
