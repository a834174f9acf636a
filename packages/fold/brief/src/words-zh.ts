import type { Usage, Words } from "./words.js";

const full = ({ used, budget, free }: Usage): string =>
  `已用 ${used} / ${budget} 单位，剩余 ${free}`;

const place = (where: string | null): string => (where === null ? "" : `，${where}`);

export const chinese: Words = {
  day: "天",
  hour: "小时",
  minute: "分钟",
  underAMinute: "不到 1 分钟",
  justNow: "刚刚",
  ago: (length) => `${length}前`,
  aside: (remark) => `（${remark}）`,
  none: "无",
  comma: "，",
  colon: "：",
  kinds: {
    decision: "待你决定",
    question: "问题",
    blocker: "阻塞",
    risk: "风险",
    commitment: "承诺",
    progress: "进展",
    finding: "发现",
    info: "信息",
  },
  fields: {
    title: "标题",
    summary: "摘要",
    kind: "类别",
    tier: "档位",
    parent: "位置",
    due_at: "期限",
    stale_after: "有效期",
    sources: "来源",
    child_budget: "内层预算",
  },
  statuses: { active: "有效", withdrawn: "已撤下", superseded: "已被取代", merged: "已合并" },
  reasons: {
    done: "已完成",
    obsolete: "已过时",
    mistaken: "误报",
    delegated: "已转交",
    deferred: "已推迟",
    other: "其他原因",
  },

  rootHeading: (usage) => `注意力：${full(usage)}`,
  layerHeading: (id, usage) => `${id} 内层：${full(usage)}`,
  path: (ids) => `路径：${ids}`,
  entryCount: (count) => `${count} 个条目`,
  position: ({ revision, event_seq }) => `修订 ${revision}，记录 ${event_seq}`,
  asOf: (now) => `截至 ${now}`,
  lastCheck: (ago) => `上次检查 ${ago}`,
  neverChecked: "尚未检查过",
  emptyStore: [
    "还没有任何声明。由代理提交一个批次即可开始：",
    "  fold commit --actor NAME --init FILE     （fold commit --help 有示例）",
  ],
  emptyLayer: "这里没有有效条目。",

  ofTheWhole: (fraction) => `占整体 ${fraction}`,
  dueIn: (length) => `${length}后到期`,
  dueNow: "现在到期",
  overdueBy: (length) => `逾期 ${length}`,
  holdsFor: (length) => `${length}内有效`,
  staleSince: (length) => `可能已过时 ${length}`,
  staleNow: "从现在起可能过时",
  id: (id) => `标识 ${id}`,
  owner: (actor) => `由 ${actor} 负责`,
  declared: (ago) => `声明于 ${ago}`,
  changed: (ago) => `更新于 ${ago}`,
  sources: (count, origins) => `${count} 个来源：${origins}`,
  moreCharacters: (count) => `（另有 ${count} 个字符）`,
  inside: (usage) => `内层：${full(usage)}，${usage.entryCount} 个条目`,
  insideNotShown: (id, usage) =>
    `内层未展开：${usage.entryCount} 个条目，${full(usage)}（fold state --layer ${id}）`,

  pendingNote: ({ id, actor, ago, place: where }) =>
    `你的批注，尚未确认（${id}，${actor}，${ago}${place(where)}）`,
  acknowledgedNote: ({ id, actor, ago, place: where, by, acknowledgedAgo }) =>
    `你的批注，${by} 已于 ${acknowledgedAgo}确认（${id}，${actor}，${ago}${place(where)}）`,
  reply: "答复",
  moreNotes: (count, pending) => `另有 ${count} 条批注，其中 ${pending} 条尚未确认`,
  onTheWhole: "针对整体",
  onEntry: (id) => `针对 ${id}`,
  shownOn: (written, shown) => `针对 ${written}，现为 ${shown}`,
  pendingHeading: (total, shownAbove) =>
    `尚未确认的批注：${total} 条${shownAbove === 0 ? "" : `，其中 ${shownAbove} 条已在上面显示`}`,
  andMore: (count) => `另有 ${count} 个`,
  dueBackHeading: (total) => `推迟期满：${total} 个条目`,
  putOffUntil: (until, ago) => `推迟到 ${until}，${ago}期满`,
  readOnly: "只读：存储无法加锁；这里显示的是最后一条完整记录。",
  warning: (text) => `警告：${text}`,

  closed: (status, ago) => `${status}，${ago}`,
  until: (instant) => `至 ${instant}`,
  successor: (id) => `由 ${id} 接续`,
  closedWith: (id) => `随 ${id} 一同关闭`,
  sourceHeading: (count) => `${count} 个来源`,

  diffHeading: ({ from, to }) =>
    `从记录 ${from.event_seq}（修订 ${from.revision}）到记录 ${to.event_seq}（修订 ${to.revision}）`,
  opened: (count) => `新增：${count} 个条目`,
  closedHeading: (count) => `关闭：${count} 个条目`,
  changedHeading: (count) => `变更：${count} 个条目`,
  rootBudget: (before, after) => `整体预算：${before} → ${after} 单位`,
  notesSaved: (count) => `已保存：${count} 条批注`,
  notesAcknowledged: (count) => `已确认：${count} 条批注`,
  transient: (count) => `期间另有 ${count} 个条目新增后又关闭`,
  noDifference: "没有任何差别。",
};
