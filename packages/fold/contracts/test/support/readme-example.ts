import { parseBatch, shareOf } from "@fold/contracts";

const parsed = parseBatch({
  batch_id: "2026-11-30-standup",
  declarations: [
    { op: "declare", id: "deploy", title: "Deploy today?", tier: "M", kind: "decision" },
    { op: "declare", id: "rota", title: "Who is on call?", tier: "huge", kind: "question" },
  ],
});

if (!parsed.ok) {
  for (const { message } of parsed.violations) console.log(message);
}
// /declarations/1/tier should be one of XXS, XS, S, M, L, XL, XXL

console.log(`a tier M takes ${shareOf("M")} units of its layer`);
// a tier M takes 8 units of its layer
