/** Answers of the store in the short form that journals keep. */
import type { HistoryPage, LayerView, StateView } from "@fold/contracts";
import { viewHash } from "../history/view-hash.js";
import type { Reply } from "./door.js";

export function viewReply(view: StateView): Reply {
  const { event_seq, revision, read_only, root, pending_annotations } = view;
  const sha256 = viewHash(view);
  const isReadOnly = read_only === true;
  return {
    answer: { outcome: "view", event_seq, revision, sha256, isReadOnly },
    picture: {
      ids: idsIn(root),
      pending: pending_annotations.map(({ annotation_id }) => annotation_id),
      revision,
    },
  };
}

function idsIn(layer: LayerView): readonly string[] {
  return layer.entries.flatMap(({ id, layer: below }) => [
    id,
    ...(below !== null && "entries" in below ? idsIn(below) : []),
  ]);
}

export function pageReply({ records }: HistoryPage): Reply {
  const event_seq = records[0]?.event_seq ?? 0;
  const hashes = records.map(({ hash }) => hash);
  return { answer: { outcome: "page", event_seq, hashes }, picture: null };
}
