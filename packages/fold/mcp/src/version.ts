import manifest from "../package.json" with { type: "json" };

/** The version of this package, which the server tells its clients. */
export const VERSION: string = manifest.version;
