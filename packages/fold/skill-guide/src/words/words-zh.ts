import type { Problem } from "../install/plan.js";
import type { Misuse } from "../options.js";
import type { Words } from "./words.js";

export const chinese: Words = {
  help: `fold-guide：用一个技能和 AGENTS.md 中的一节，教 Agent 使用 Fold。

用法：fold-guide 命令 [选项]

  install           把指引放到 Agent 宿主会看的地方；再运行一次什么也不改
  uninstall         取走 install 放下的东西，别的不动
  check             说明指引是否在、完整、属于本版本；什么也不改
  print [名称]      打印技能；"agents" 打印那一节；也可打印参考文件，如 "tier"

  --for 宿主        claude    .claude/skills/fold
                    codex     .agents/skills/fold，以及 AGENTS.md 中的一节
                    generic   同上（默认）：遵循该约定的任何宿主
  --dir 目录        项目；默认为当前目录
  --user            用于你的所有项目：只放技能，在你的主目录下
  --lang 语言       en 或 zh，用于指引和这里的文字；已安装的保持原来的语言，没有安装的用 en
  --force           有人改过的也覆盖或删除
  --dry-run         只说会做什么，什么也不做
  --json            在标准输出上打印一个 JSON 文档
  --version         版本

示例：
  fold-guide install --for claude --lang zh
  fold-guide install --for codex --dir ../shop --dry-run
  fold-guide check --for claude --json
  fold-guide print tier --lang zh

退出码：
   0  完成，或无事可做
   1  fold-guide 的缺陷
   2  命令行有误，或没有这个目录
   3  被拒绝：有人的内容挡在那里；什么也没写
   4  check：指引不在，或与本版本不符
   5  不可用：某个文件无法读取或写入
`,
  seeHelp: "参见：fold-guide --help --lang zh",
  bug: "这是 fold-guide 的缺陷。请连同下面几行一起报告。",
  actions: {
    create: "新建",
    update: "修改",
    remove: "删除",
  },
  files: (count) => `（${count} 个文件）`,
  next: "Agent 下次启动时就会看到。要与他人共用，请提交这些文件。",
  done: ({ isRemoval, isDryRun, dir, version, language }) => {
    if (isRemoval) return isDryRun ? `将从 ${dir} 取走指引：` : `已从 ${dir} 取走指引：`;
    const verb = isDryRun ? "将安装" : "已安装";
    return `${verb}指引 ${version}（${language}）到 ${dir}：`;
  },
  allThere: (dir) => `无事可做：指引已全部在 ${dir} 中。`,
  notThere: (dir) => `无事可做：${dir} 中没有我们放的指引。`,
  current: (version, dir) => `${dir} 中的指引 ${version} 完整且最新。`,
  notCurrent: (dir) => `${dir} 中的指引缺失、被改过或属于另一版本。install 会这样做：`,
  refused: "什么也没写：",
  problem: problemWords,
  misuse: misuseWords,
  unavailable: (code, path) =>
    `系统${path === null ? "" : `对 ${path} `}报告 ${code}。解决之后再运行同一命令，它会从停下的地方继续。`,
};

function problemWords(problem: Problem): string {
  const { code, path } = problem;
  switch (code) {
    case "changed":
      return `${path} 在安装之后被改过。先把改动存到别处，再用 --force。`;
    case "foreign":
      return `${path} 不是 fold-guide 放的。移走它，或用 --force 覆盖。`;
    case "not_a_file":
      return `${path} 挡在那里：它不是应有的东西。请移走。`;
    case "is_a_link":
      return `${path} 是符号链接。删除它，或用 --dir 安装到它指向的地方。`;
    case "leads_out":
      return `${path} 是符号链接，指向目录之外或无处可去。不会经它写入。`;
    case "damaged_note":
      return `${path} 无法读取，而它记着哪些是我们的。请手工删除技能目录，或用 --force 重新安装。`;
    case "not_utf8":
      return `${path} 是 UTF-16。请另存为 UTF-8。`;
    case "two_sections":
      return `${path} 有不止一节 fold-guide 的内容（第 ${problem.lines.join("、")} 行）。请留一节，或都不留。`;
    case "unbalanced":
      return `${path} 中 fold-guide 的标记不成对（第 ${problem.lines.join("、")} 行）。请手工修正或删除这些行。`;
  }
}

function misuseWords(misuse: Misuse): string {
  switch (misuse.reason) {
    case "no_command":
      return "哪个命令？install、uninstall、check、print 之一。";
    case "unknown_command":
      return `没有命令 "${misuse.value}"：只有 install、uninstall、check、print。`;
    case "unknown_option":
      return `没有选项 "${misuse.value}"。`;
    case "no_value":
      return `${misuse.value} 需要一个值。`;
    case "takes_no_value":
      return `${misuse.value} 不带值。`;
    case "surplus":
      return `多了一个参数 "${misuse.value}"。`;
    case "not_one_of":
      return `--${misuse.option} 是 ${misuse.known.join("、")} 之一，不是 "${misuse.value}"。`;
    case "dir_and_user":
      return "--dir 指一个项目，--user 指所有项目：只给其一。";
    case "no_folder":
      return `没有目录 ${misuse.value}。`;
    case "nothing_named":
      return `没有文本 "${misuse.value}"：只有 ${misuse.known.join("、")}。`;
  }
}
