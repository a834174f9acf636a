/**
 * One of the processes: `node worker.js SETTINGS`. It asks at random until its time is over, and
 * keeps a journal of it. SIGTERM has it finish what it asked for; any other signal is its end.
 */
import { writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openJournal } from "../history/journal.js";
import type { Answer, Ask } from "../history/lines.js";
import { nowUs } from "../monotonic.js";
import { createRandom } from "../random.js";
import { breakInLock } from "./break-in.js";
import { openCommandDoor } from "./command-door.js";
import type { Door, Picture } from "./door.js";
import { holdingFs } from "./holding-fs.js";
import { RequestSource } from "./requests.js";
import { openSdkDoor } from "./sdk-door.js";
import type { Said, WorkerSettings } from "./settings.js";

// The driver wrote this; a slip in it fails at once and loudly.
const settings = JSON.parse(process.argv[2] ?? "{}") as WorkerSettings;
const { role, lockTimeoutMs, untilUs } = settings;
const random = createRandom(settings.seed);
const journal = openJournal(settings.journals, settings.process);
const requests = new RequestSource({ ...settings, random });
let picture: Picture = { ids: [], pending: [], revision: 0 };
let callCount = 0;
let clockStepMs = 0;
let mustReopen = false;
let isEnding = false;

process.on("SIGTERM", () => {
  isEnding = true;
});
// Nobody is left to ask for: the driver is gone.
process.stdin.on("end", () => process.exit(0)).resume();

journal.write({ line: "start", role, lockTimeoutMs });
const door = await openDoor();
say("ready");
for (const ask of settings.first) await perform(ask);
await perform({ ask: "view" });
while (nowUs() < untilUs && !isEnding) await turn();
await perform({ ask: "view" });
await door.close();
process.stdin.destroy();

/** A few calls at once, then perhaps one of them again, then a pause. */
async function turn(): Promise<void> {
  const count = role === "command" || random.happens(70) ? 1 : random.between(2, 4);
  const asks = Array.from({ length: count }, () => requests.next(picture));
  const answers = await Promise.all(asks.map(perform));
  for (const [index, ask] of asks.entries()) {
    const again = retryOf(ask, answers[index]);
    if (again !== null) await perform(again);
  }
  // Whoever was refused looks again before it asks for more.
  if (answers.some(({ outcome }) => outcome === "rejected")) await perform({ ask: "view" });
  if (mustReopen || random.happens(2)) {
    mustReopen = false;
    await door.reopen();
  }
  await pause(random.between(0, role === "command" ? settings.paceMs * 10 : settings.paceMs));
}

/** The same once more: after a failure mostly, after a receipt at times, and then a wrong one. */
function retryOf(ask: Ask, answer: Answer | undefined): Ask | null {
  if (ask.ask === "view" || ask.ask === "page") return null;
  const wasAccepted = answer?.outcome === "accepted";
  if (!random.happens(wasAccepted ? 5 : 50)) return null;
  if (!wasAccepted || ask.ask === "annotate" || random.happens(70)) return ask;
  // The same id with something else to say is a conflict.
  return { ...ask, request: { ...ask.request, note: "something else" } };
}

async function perform(ask: Ask): Promise<Answer> {
  callCount += 1;
  const call = callCount;
  const now = clock();
  journal.write({ line: "call", call, now, ask });
  const reply = await door.call(ask, now);
  const { answer } = reply;
  journal.write({ line: "answer", call, answer });
  if (reply.picture !== null) picture = reply.picture;
  const isLost = answer.outcome === "unknown" || answer.outcome === "unavailable";
  if (isLost && !("reason" in answer && answer.reason === "lock_timeout")) mustReopen = true;
  return answer;
}

/** The time of this process, which for some goes backwards now and then. */
function clock(): string {
  if (settings.hasSteppingClock && random.happens(5)) {
    clockStepMs = random.between(-3_600_000, 3_600_000);
  }
  return new Date(Date.now() + clockStepMs).toISOString();
}

function openDoor(): Door | Promise<Door> {
  const { dir } = settings;
  if (role === "command" && !settings.breaksIn) return openCommandDoor(dir);
  const fs = role === "holder" ? holdingFs(pauses()) : undefined;
  const lock = settings.breaksIn ? breakInLock() : undefined;
  return openSdkDoor({ dir, lockTimeoutMs, fs, lock });
}

function pauses() {
  const tell = (line: "enter" | "leave"): void => {
    journal.write({ line });
    say(line);
  };
  return {
    random,
    // Whoever breaks in leaves the others time to do so too.
    percent: settings.breaksIn ? 100 : 15,
    longestMs: 200,
    onEnter: () => tell("enter"),
    onLeave: () => tell("leave"),
  };
}

function say(word: Said): void {
  writeSync(1, `${word}\n`);
}
