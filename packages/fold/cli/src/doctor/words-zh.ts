import type { Finding, Mended } from "@fold/contracts";
import type { DoctorWords } from "./words.js";

const MENDS: Readonly<Record<Mended["reason"], string>> = {
  byte_order_mark: "已去掉字节顺序标记",
  carriage_return: "已把 CRLF 恢复为 LF",
  glued_lines: "已把粘连的记录分开",
  duplicated_line: "已略去重复的行",
};

const COPY = "如有未受损的 events.jsonl 副本，用它替换";
const KEEP_BEGINNING = "或按下面的步骤，从完好的开头部分继续";

const rebuilt = "无需处理：它会被忽略并重新生成。";
const failures: DoctorWords["failures"] = {
  log_regressed: {
    what: "日志比已保存的内容短",
    remedy: `记录得到确认之后，文件被截断或替换了。${COPY}。没有副本时，--salvage 保留剩下的部分，缺失的内容需要重新声明。`,
  },
  newer_format: {
    what: "这一行由更新的版本写成",
    remedy: "请升级本程序，不要修复任何东西：对新版本来说，这个存储可能完好。",
  },
  not_json: {
    what: "这一行不是 JSON",
    remedy: `有别的程序写过日志，或丢失了字节。${COPY}，${KEEP_BEGINNING}。`,
  },
  not_a_record: {
    what: "这一行不是可能被接受过的记录",
    remedy: `它由 Fold 之外的程序写入，或由人手工拼成。${COPY}，${KEEP_BEGINNING}。`,
  },
  broken_sequence: {
    what: "这条记录的序号不对",
    remedy: `它由 Fold 之外的程序写入。${COPY}，${KEEP_BEGINNING}。`,
  },
  broken_chain: {
    what: "这条记录接不上前一条",
    remedy: `它之前缺了行，或行的次序变了。${COPY}，${KEEP_BEGINNING}。`,
  },
  hash_mismatch: {
    what: "这条记录写入之后被改动过",
    remedy: `有人编辑过这一行，或磁盘读回了别的字节（请同时检查磁盘）。${COPY}，${KEEP_BEGINNING}。`,
  },
  fork: {
    what: "有两段历史接在同一条记录之后",
    remedy:
      "同一存储的两份副本各自写入后被拼在一起，哪一份正确只有你能判断：保留整个文件，按下面的步骤从第一段历史继续，再重新声明只有第二段才有的内容。",
  },
  duplicated_line: {
    what: "这一行在日志中已经出现过",
    remedy: "一次合并把一些行放入了两遍。--salvage 会略去重复，并由哈希证明没有丢失别的内容。",
  },
  glued_lines: {
    what: "两条记录挤在同一行",
    remedy: "丢了一个换行。--salvage 会把它们分开，并由哈希证明内容与原来一致。",
  },
  conflict_markers: {
    what: "一次未完成的合并留下了冲突标记",
    remedy:
      "撤销这次合并（git merge --abort），或整份采用其中一方的文件（git checkout --ours 或 --theirs）；绝不要拼接两份日志。" +
      "让存储不参与合并：在 .gitattributes 中写 *.jsonl -merge。",
  },
  byte_order_mark: {
    what: "文件以字节顺序标记（BOM）开头",
    remedy: "它由某个编辑器加入。--salvage 会去掉它，并由哈希证明其余内容与原来一致。",
  },
  carriage_return: {
    what: "行尾被改成了 CRLF",
    remedy:
      "由编辑器或 git 的 autocrlf 造成；在 .gitattributes 中写 events.jsonl -text 可防止再次发生。--salvage " +
      "会恢复为 LF，并由哈希证明其余内容与原来一致。",
  },
  nul_bytes: {
    what: "日志中间有 NUL 字节",
    remedy: `磁盘或文件系统丢失了那里的内容，请检查。${COPY}，${KEEP_BEGINNING}。`,
  },
  not_utf8: {
    what: "这一行不是 UTF-8",
    remedy: `有字节丢失或改变，请同时检查磁盘。${COPY}，${KEEP_BEGINNING}。`,
  },
};

const findings: Readonly<Record<Finding["code"], { what: string; remedy: string }>> = {
  torn_tail: {
    what: "最后一行没有写完",
    remedy: "无需处理：它从未得到回执，下一次写入会截掉它。",
  },
  lock_missing: { what: "没有锁文件", remedy: "无需处理：下一次调用会建立它。" },
  snapshot_damaged: { what: "快照已损坏", remedy: rebuilt },
  snapshot_differs: { what: "快照与这份日志不符", remedy: rebuilt },
  segment_damaged: { what: "索引的一部分已损坏", remedy: rebuilt },
  segment_differs: { what: "索引的一部分与这份日志不符", remedy: rebuilt },
  segment_unused: {
    what: "索引的这一部分已由另一部分代替",
    remedy: "无需处理，也可以删除。",
  },
  temporary_file: { what: "某个写入者没有完成而留下的临时文件", remedy: "可以删除。" },
  copy_of_log: {
    what: "像是同步服务或合并产生的日志副本，从不读取",
    remedy:
      "其中可能有日志缺少的记录。把它放进单独的目录并命名为 events.jsonl，用 fold history 查看；然后移走它，并让存储不参与同步。",
  },
  foreign_file: {
    what: "不属于这个存储，从不读取",
    remedy: "如果是你的文件，请移到别处；这个目录只应由 Fold 写入。",
  },
};

export const chinese: DoctorWords = {
  checking: "检查",
  copying: "复制",

  store: (dir) => `存储：${dir}`,
  log: ({ event_seq, revision, sound_bytes, bytes, lines_behind, failure }) => {
    const sound = `${event_seq} 条记录，修订 ${revision}，${sound_bytes} 字节`;
    if (failure === null) return `日志：${sound}，全部完好`;
    return `日志：${sound}完好；其后还有 ${lines_behind} 行，${bytes - sound_bytes} 字节`;
  },
  place: ({ file, line, column, offset }) => {
    const start = offset === null ? "" : `字节偏移 ${offset}`;
    if (line === null) return [file, start].filter((part) => part !== "").join("，");
    const where = `${file} 第 ${line} 行${start === "" ? "" : `（${start}）`}`;
    return column === undefined ? where : `${where}，第 ${column} 列`;
  },
  sentence: (what) => `：${what}。`,
  detail: (detail) => `细节：${detail}`,
  toDo: (remedy) => `怎么办：${remedy}`,
  failures,
  notes: (count) => `${count} 条提示：`,
  findings,
  found: (finding) => {
    const { file } = finding;
    if (finding.code !== "torn_tail") return file;
    return `${file}（从字节偏移 ${finding.offset} 起 ${finding.bytes} 字节）`;
  },
  more: (count) => `另有 ${count} 个`,
  steps: ({ salvage, look, exchange }) => [
    "要从完好的部分继续，先停止向那里写入的程序，然后：",
    `  ${salvage}`,
    `  ${look}`,
    `  ${exchange}`,
  ],

  copied: ({ out, event_seq, bytes }) =>
    `已复制到 ${out}：${event_seq} 条记录，${bytes} 字节。它本身就是一个存储。`,
  mended: ({ reason, lines, first_line }) =>
    `副本中已修补，从第 ${first_line} 行起共 ${lines} 行：${MENDS[reason]}。`,
  left: ({ bytes, lines, failure }) => {
    const what = `未复制：${bytes} 字节，${lines} 个完整的行`;
    if (failure === null) return `${what}；最后一行没有写完。`;
    const { line } = failure;
    const where = line === null ? "" : `第 ${line} 行：`;
    return `${what}，原因是${where}${failures[failure.reason].what}。`;
  },
  leftNothing: "日志已全部复制。",
  leftFiles: (names) => `没有复制的文件：${names}。缓存与锁会重新生成；其他文件不属于存储。`,

  verdict: ({ verdict, event_seq, findings: found }) => {
    switch (verdict) {
      case "newer_format":
        return "结论：由更新的版本写成。请升级本程序；没有改动任何东西。";
      case "corrupt":
        return `结论：记录 ${event_seq} 之后已损坏。这里没有改动任何东西。`;
      case "sound":
        return found.length === 0 ? "结论：完好。" : "结论：完好。提示不涉及任何已保存的内容。";
    }
  },
};
