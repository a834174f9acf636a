import type { RenderStage } from "@fold/contracts";

/** Carries a stage up to the renderer, where it becomes a result; it never leaves the package. */
export class Failure extends Error {
  constructor(
    readonly stage: RenderStage,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function failureOf(error: unknown, stage: RenderStage): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  // A driver adds its log to what it says; the log stays with the cause.
  return new Failure(stage, message.split("\n")[0] ?? "", { cause: error });
}
