/** A transport that lets somebody look at what passes. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

export interface Taps {
  /** A message has come. It is handed on when what this returns has resolved, or at once. */
  readonly received: (message: JSONRPCMessage) => Promise<unknown> | undefined;
  /** A message has been written. */
  readonly sent: (message: JSONRPCMessage) => void;
  readonly closed: () => void;
}

export function tapped(inner: Transport, taps: Taps): Transport {
  const outer: Transport = {
    start: async () => {
      inner.onmessage = (message, extra) => {
        const held = taps.received(message);
        if (held === undefined) outer.onmessage?.(message, extra);
        else void held.then(() => outer.onmessage?.(message, extra));
      };
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = () => {
        outer.onclose?.();
        taps.closed();
      };
      await inner.start();
    },
    send: async (message, options) => {
      await inner.send(message, options);
      taps.sent(message);
    },
    close: () => inner.close(),
  };
  return outer;
}
