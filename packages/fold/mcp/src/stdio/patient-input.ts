/**
 * Standard input that ends when its requests are answered. The transport of the SDK stops answering
 * once its input has ended, and `printf … | fold-mcp` would lose every answer that takes a moment.
 */
import { Transform, type TransformCallback } from "node:stream";

export interface PatientInput {
  readonly input: Transform;
  /** To be told of each message in either direction. */
  readonly received: (message: object) => void;
  readonly sent: (message: object) => void;
}

type Id = string | number;

export function patientInput(): PatientInput {
  const unanswered = new Set<Id>();
  let endNow: (() => void) | null = null;

  const settle = (id: unknown): void => {
    if (isId(id)) unanswered.delete(id);
    if (unanswered.size === 0) endNow?.();
  };

  const input = new Transform({
    transform: (chunk, _encoding, done: TransformCallback) => done(null, chunk),
    flush: (done) => {
      // By then the last chunk has been read, and the requests in it are counted.
      setImmediate(() => {
        endNow = () => {
          endNow = null;
          done();
        };
        if (unanswered.size === 0) endNow();
      });
    },
  });

  return {
    input,
    received(message) {
      const { id, method, params } = fieldsOf(message);
      // A subscription is answered when it ends, and must not keep the input open.
      if (isId(id) && method !== undefined && method !== "subscriptions/listen") unanswered.add(id);
      if (method === "notifications/cancelled") settle(fieldsOf(params)["requestId"]);
    },
    sent(message) {
      const { id, method } = fieldsOf(message);
      if (method === undefined) settle(id);
    },
  };
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}

/** The members of a message, whatever it is. */
export function fieldsOf(message: unknown): Readonly<Record<string, unknown>> {
  return typeof message === "object" && message !== null ? { ...message } : {};
}
