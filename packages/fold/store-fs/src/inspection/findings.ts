/** What `verify` can find besides a fault of the log. Each is harmless to the log itself. */

/**
 * `torn_tail` an unfinished last line, which the next writer cuts; `lock_missing` no lock file,
 * made by the next call; `snapshot_damaged` and `snapshot_differs` a snapshot that will be
 * discarded; `segment_damaged` and `segment_differs` the same for a part of the index;
 * `segment_unused` a part that another one stands for as well; `temporary_file` what a writer left
 * that died; `copy_of_log` a file that looks like a copy of the log which a sync service or a merge
 * made, and is never read; `foreign_file` anything else that is not ours.
 */
export type Finding =
  | { readonly code: "torn_tail"; readonly file: string; readonly bytes: number }
  | { readonly code: "lock_missing"; readonly file: string }
  | {
      readonly code: "snapshot_damaged" | "snapshot_differs";
      readonly file: string;
      readonly reason: string;
    }
  | {
      readonly code: "segment_damaged" | "segment_differs";
      readonly file: string;
      readonly reason: string;
    }
  | { readonly code: "segment_unused" | "temporary_file"; readonly file: string }
  | { readonly code: "copy_of_log" | "foreign_file"; readonly file: string };
