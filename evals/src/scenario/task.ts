/** The words that an agent is given. They hold the facts of a scenario and nothing that is expected. */
import type { Scenario } from "./scenario.js";

/** The actor that agents are asked to speak as. */
export const AGENT = "agent";

export function taskOf(scenario: Scenario): string {
  const { background, facts, language } = scenario;
  const words = language === "zh" ? inChinese(scenario) : inEnglish(scenario);
  return [
    `# ${words.title}`,
    "",
    ...words.duty,
    "",
    `## ${words.background}`,
    "",
    ...background,
    "",
    `## ${words.facts}`,
    "",
    ...facts,
    "",
  ].join("\n");
}

interface TaskWords {
  readonly title: string;
  readonly duty: readonly string[];
  readonly background: string;
  readonly facts: string;
}

function inEnglish({ now, person }: Scenario): TaskWords {
  return {
    title: "Bring the picture up to date",
    duty: [
      `It is ${now}. With the command \`fold\` you keep a picture of what deserves the attention of`,
      `${person}. \`skill/SKILL.md\` says how. The command finds the store and the time by itself.`,
      "",
      "Read what follows, look at the state with its annotations, decide, and save your decision with",
      `\`fold commit --actor ${AGENT}\`. Give an entry the source it comes from. ${person} cannot be`,
      "reached now: where you lack something that matters, declare an entry of kind `question`, or say",
      `in the entry what is not known. Do not speak in the name of ${person}. Then end.`,
    ],
    background: "Background",
    facts: "What has come in",
  };
}

function inChinese({ now, person }: Scenario): TaskWords {
  return {
    title: "更新状态",
    duty: [
      `现在是 ${now}。你用命令 \`fold\` 维护一份“什么值得${person}关注”的状态，`,
      "做法见 `skill/SKILL.md`。存放位置和时间由命令自行取得，不必指定。",
      "",
      "请阅读下文，查看当前状态及其批注，作出判断，并用",
      `\`fold commit --actor ${AGENT}\` 保存。条目请写明来源。现在无法联系${person}：`,
      "如果缺少重要信息，请声明一个 kind 为 `question` 的条目，或在条目中写明什么尚不清楚。",
      `不要以${person}的名义发言。完成后结束。`,
    ],
    background: "背景",
    facts: "收到的信息",
  };
}
