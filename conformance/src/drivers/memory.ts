/** The kernel alone, in memory. It has no files, so nothing can be done to them. */
import {
  type Answer,
  type Command,
  historyQuerySchema,
  type Instant,
  type Kernel,
  type Parsed,
  parseAnnotationRequest,
  parseBatch,
  parseCallContext,
  type Violation,
} from "@fold/contracts";
import { MemoryHost } from "../host/memory-host.js";
import { member } from "../json.js";
import type { Call, Driver, Input, Reply, Session, Speaker } from "./driver.js";

export function memoryDriver(kernel: Kernel): Driver {
  return {
    name: "memory",
    capabilities: new Set(),
    open: async () => sessionOf(new MemoryHost(kernel)),
  };
}

function sessionOf(host: MemoryHost): Session {
  return {
    run: async (call): Promise<Reply> => ({ answer: answerOf(host, call) }),
    log: () => host.log(),
    close: async () => undefined,
  };
}

function answerOf(host: MemoryHost, call: Call): unknown {
  switch (call.command) {
    case "commit": {
      const value = inputValue(call.input);
      const id = member(value, "batch_id");
      return judged(call, id, parseBatch(value), (request, asking) =>
        host.write({ command: "commit", request }, { ...asking, check: call.check }),
      );
    }
    case "annotate": {
      const id = member(call.request, "annotation_id");
      return judged(call, id, parseAnnotationRequest(call.request), (request, asking) =>
        host.write({ command: "annotate", request }, asking),
      );
    }
    case "state": {
      const now = instantOf(call.now);
      const { since, ...query } = call.query;
      return since === undefined ? host.view({ ...query, now }) : host.diff(since, now);
    }
    case "history":
      return host.history(historyQuerySchema.parse(call.query));
  }
}

/** A driver without a command line reads text as JSON itself. */
export function inputValue(input: Input): unknown {
  return "value" in input ? input.value : JSON.parse(input.text.replace(/^\ufeff/, ""));
}

function judged<Request extends Command["request"]>(
  speaker: Speaker,
  id: unknown,
  request: Parsed<Request>,
  write: (request: Request, asking: { readonly actor: string; readonly now: Instant }) => unknown,
): unknown {
  const context = parseCallContext(speaker);
  if (request.ok && context.ok) return write(request.value, context.value);
  const violations: readonly Violation[] = [
    ...(context.ok ? [] : context.violations),
    ...(request.ok ? [] : request.violations),
  ];
  const answer: Answer = {
    outcome: "rejected",
    batch_id: typeof id === "string" ? id : null,
    event_seq: null,
    revision: null,
    violations: [...violations],
  };
  return answer;
}

function instantOf(text: string): Instant {
  const context = parseCallContext({ actor: "reader", now: text });
  if (!context.ok) throw new Error(`a case has to name an instant: ${text}`);
  return context.value.now;
}
