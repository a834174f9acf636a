import * as z from "zod/mini";
import type { Immutable } from "../immutable.js";
import { actor, count, entryId, longText, requestId } from "./scalars.js";
import { instant } from "./stored-scalars.js";

const saved = {
  annotation_id: requestId,
  /** As written by the person; null is the picture as a whole. */
  entry_id: z.nullable(entryId),
  /** Where that entry was superseded or merged: the live successor, or the last one. */
  shown_on: z.nullable(entryId),
  text: longText,
  actor,
  at: instant,
  event_seq: count,
};

/** An annotation as saved: no acknowledgement was received yet, whoever may have read it. */
export const annotationSchema = z.strictObject(saved);

/** The first acknowledgement of an annotation; later ones change nothing. */
export const acknowledgementSchema = z.strictObject({
  at: instant,
  actor,
  note: z.nullable(longText),
  event_seq: count,
  revision: count,
});

export const acknowledgedAnnotationSchema = z.strictObject({
  ...saved,
  acknowledged: acknowledgementSchema,
});

/** What an entry keeps of its annotations. `acknowledged` holds the latest few, newest first. */
export const entryAnnotationsSchema = z.strictObject({
  total: count,
  pending: count,
  acknowledged: z.array(acknowledgedAnnotationSchema),
});

export type Annotation = Immutable<z.infer<typeof annotationSchema>>;
export type Acknowledgement = Immutable<z.infer<typeof acknowledgementSchema>>;
export type AcknowledgedAnnotation = Immutable<z.infer<typeof acknowledgedAnnotationSchema>>;
export type EntryAnnotations = Immutable<z.infer<typeof entryAnnotationsSchema>>;
