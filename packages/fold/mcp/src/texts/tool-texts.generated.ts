export interface ToolText {
  readonly title: string;
  readonly description: string;
}

export interface ToolTexts {
  readonly instructions: string;
  readonly state: ToolText;
  readonly commit: ToolText;
  readonly annotate: ToolText;
  readonly history: ToolText;
}

export const toolTexts: { readonly en: ToolTexts; readonly zh: ToolTexts } = {
  en: {
    instructions:
      "Fold keeps a bounded picture of what deserves a person's attention. Read `state` first, then " +
      "`commit` what you found as one batch. Every layer has a budget: a batch that does not fit is " +
      "refused with the numbers, and you choose again. Answer each pending annotation by naming it " +
      "in `acknowledges`. Retry with the same id: it is saved once.",
    state: {
      title: "Read the picture",
      description:
        "What deserves attention now, in rank order, with budgets and pending annotations. `entry`: " +
        "one entry whole, any status. `since`: what changed after that record.",
    },
    commit: {
      title: "Declare a batch",
      description:
        "Accepted whole or not at all. Choose a new `batch_id`; retry with the same one. Give " +
        "`base_revision` as you read it. On `rejected`, read the violations and decide again.",
    },
    annotate: {
      title: "Save a person's remark",
      description:
        "Saves word for word what the person says about an entry, or with null about the whole. " +
        "Never write your own remarks here.",
    },
    history: {
      title: "List records",
      description:
        "Past records, oldest first: all, of a batch or annotation id, or of an entry. Ask it what " +
        "became of an id after the outcome `unknown`.",
    },
  },
  zh: {
    instructions:
      "Fold 保存一幅有限的画面：哪些事值得人关注。先读 `state`，再把所得用 `commit` 作为一个批次提交。" +
      "每层都有预算：放不下的批次会被拒绝并给出数字，由你重新取舍。每条待回应的批注都要在 " +
      "`acknowledges` 中点名。用同一个 id 重试，只会保存一次。",
    state: {
      title: "读取画面",
      description:
        "现在值得关注的事，按名次排列，附预算和待回应的批注。`entry`：某一条目的全部内容，不论状态。" +
        "`since`：该记录之后的变化。",
    },
    commit: {
      title: "提交批次",
      description:
        "整批接受或整批拒绝。`batch_id` 取新的，重试时用同一个。`base_revision` 填你读到的值。" +
        "若为 `rejected`，读 violations 后重新决定。",
    },
    annotate: {
      title: "保存人的批注",
      description: "逐字保存人对某条目（null 为整个画面）说的话。不要写你自己的看法。",
    },
    history: {
      title: "列出记录",
      description:
        "过去的记录，从旧到新：全部、某个批次或批注 id 的、或某条目的。结果为 `unknown` 时用它查明。",
    },
  },
};
