/** The server scenarios of the conformance suite: those that apply to fold-mcp, and why others do not. */

const TEXT = "the tools of fold-mcp answer data and text alone";
const PROMPTS = "fold-mcp has no prompts";
const LOGGING = "fold-mcp declares no logging: it reports to standard error";
const PUSH = "fold-mcp never asks the client for anything (sampling, elicitation)";

export const APPLY = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
  "tools-call-simple-text",
  "tools-call-error",
  "resources-read-text",
  "resources-subscribe",
  "resources-unsubscribe",
];

/** Where a scenario only needs any tool or resource, one of ours stands in for that of the suite. */
export const STAND_INS = {
  test_simple_text: "state",
  // Without arguments it is a batch without an id.
  test_error_handling: "commit",
  "test://static-text": "fold://brief",
  "test://watched-resource": "fold://brief/en",
};

export const DO_NOT_APPLY = {
  "logging-set-level": LOGGING,
  "completion-complete": "nothing of fold-mcp has arguments that could be completed",
  "tools-call-image": TEXT,
  "tools-call-audio": TEXT,
  "tools-call-embedded-resource": TEXT,
  "tools-call-mixed-content": TEXT,
  "tools-call-with-logging": LOGGING,
  "tools-call-with-progress": "no call of fold-mcp takes long enough for progress",
  "tools-call-sampling": PUSH,
  "tools-call-elicitation": PUSH,
  "json-schema-2020-12": "wants $ref and $defs, which fold-mcp avoids for the sake of clients",
  "elicitation-sep1034-defaults": PUSH,
  "server-sse-polling":
    "optional: fold-mcp keeps no events for streams that were cut; a retry is safe by its id",
  "elicitation-sep1330-enums": PUSH,
  "resources-read-binary": "the brief is text",
  "resources-templates-read": "fold-mcp has no resource templates",
  "prompts-list": PROMPTS,
  "prompts-get-simple": PROMPTS,
  "prompts-get-with-args": PROMPTS,
  "prompts-get-embedded-resource": PROMPTS,
  "prompts-get-with-image": PROMPTS,
};
