import type { Kernel } from "@fold/contracts";

export const fakeKernel: Kernel;
