/** What the driver did to the processes and their store. Times in microseconds, see `nowUs`. */

export type Signal = "SIGKILL" | "SIGTERM" | "SIGINT";

export type Disturbance =
  /** Told before the signal is sent. */
  | {
      readonly kind: "kill";
      readonly process: string;
      readonly signal: Signal;
      readonly at: number;
    }
  /** From before it was stopped to after it was continued. */
  | {
      readonly kind: "stop";
      readonly process: string;
      readonly from: number;
      readonly to: number;
      /** It held the store, and for longer than the impatient wait. */
      readonly isLong: boolean;
    }
  | { readonly kind: "disk_full"; readonly from: number; readonly to: number }
  | { readonly kind: "caches_deleted"; readonly at: number };
