/** What is put to the test: the package itself, or a build of it with a fault planted. */
import { openStore, salvage, verify } from "@fold/store-fs";

export interface Product {
  readonly openStore: typeof openStore;
  readonly verify: typeof verify;
  readonly salvage: typeof salvage;
}

export const REAL_PRODUCT: Product = { openStore, verify, salvage };
