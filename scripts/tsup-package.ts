import type { Options } from "tsup";

/**
 * The build that every library package shares. A package adds its entries and what differs.
 *
 * `tsconfig.build.json` leaves out the `@fold/source` condition, so a package is built against what
 * its neighbours publish and not against their sources.
 */
export function libraryBuild(options: Options): Options {
  return {
    format: ["esm"],
    platform: "node",
    target: "node20",
    tsconfig: "tsconfig.build.json",
    dts: true,
    sourcemap: true,
    clean: true,
    // A built-in keeps its `node:` prefix, as it stands in the source.
    removeNodeProtocol: false,
    ...options,
  };
}
