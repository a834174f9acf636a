/** The built programs, under the names that the pages call them by. */
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

export async function programsIn(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  for (const name of ["fold", "fold-doctor"]) {
    await symlink(join(root, `packages/fold/cli/bin/${name}.cjs`), join(path, name));
  }
}
