/** How boxes, badges and text look, in a page and on a sheet alike. */
import { KIND_NAMES, LOOKS } from "./kinds.js";
import { SCALE_STYLE } from "./scales.js";

const LIGHT = `
--paper:#fbfaf8;--ink:#1d1c1a;--soft:#57544e;--line:#d9d6cf;--grid:#e6e3dc;--veil:#e4e1da;--veil-2:#edebe5;
--late:#b3201f;--late-ink:#ffffff;--new:#1d1c1a;--new-ink:#ffffff;--chip:#ffffff;--chip-line:#8d8981;`;

const DARK = `
--paper:#151618;--ink:#efede8;--soft:#b3b0a9;--line:#393a3d;--grid:#26272a;--veil:#2b2c2f;--veil-2:#212225;
--late:#ff8f85;--late-ink:#2a0503;--new:#efede8;--new-ink:#151618;--chip:#1d1e21;--chip-line:#85827b;`;

const kindRules = (scheme: "light" | "dark"): string =>
  KIND_NAMES.map((name) => {
    const [tint, accent] = LOOKS[name][scheme];
    return `.k-${name}{--tint:${tint};--accent:${accent}}`;
  }).join("\n");

/** The scheme of a page follows the reader's; a sheet is always light. */
export const STYLE: string = `
:root{${LIGHT}}
${kindRules("light")}
@media (prefers-color-scheme:dark){
:root.page{${DARK}}
:root.page ${kindRules("dark").replaceAll("\n.", "\n:root.page .")}
}
*{box-sizing:border-box;margin:0;padding:0}
html{background:var(--paper);color:var(--ink);font-family:var(--fonts);font-size:14px;line-height:20px;-webkit-text-size-adjust:none;text-rendering:geometricPrecision;font-synthesis:none;font-variant-emoji:text}
i{font-style:normal}
ol,ul{list-style:none}
a{color:inherit;text-decoration:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.symbols{position:absolute}
.mark{width:1em;height:1em;flex:none;fill:currentColor;vertical-align:-.1em}
bdi,.title,.summary,.said,p,li{overflow-wrap:anywhere}

.map{--u:1px;position:relative;width:calc(1024*var(--u));height:calc(640*var(--u))}
.region,.box,.free,.then{position:absolute;left:calc(var(--x)*var(--u));top:calc(var(--y)*var(--u));width:calc(var(--w)*var(--u));height:calc(var(--h)*var(--u));overflow:hidden}
.frees{position:absolute;inset:0}
.free{background-color:var(--paper);background-image:linear-gradient(to right,var(--grid) 1px,transparent 1px),linear-gradient(to bottom,var(--grid) 1px,transparent 1px);background-size:calc(var(--unit-w)*var(--u)) calc(var(--unit-h)*var(--u))}
.region{box-shadow:inset -1px -1px 0 0 var(--grid)}
.free-label{position:absolute;left:10px;top:8px;padding:1px 6px;color:var(--soft);background:var(--paper);font-size:15px;line-height:22px;font-weight:500;white-space:nowrap}
.free-label.small{left:3px;top:3px;padding:0 3px;font-size:10px;line-height:14px}
.box{background:var(--tint)}
.box .face{position:absolute;inset:0;display:block}
.face .text{position:absolute;inset:0;display:block;padding:var(--pad);overflow:hidden;box-shadow:inset 0 0 0 .5px var(--paper)}
.late .text{box-shadow:inset 0 0 0 .5px var(--paper),inset 4.5px 0 0 0 var(--late)}
.is-new .text{box-shadow:inset 0 0 0 .5px var(--paper),inset 0 0 0 3px var(--new)}
.late.is-new .text{box-shadow:inset 0 0 0 .5px var(--paper),inset 4.5px 0 0 0 var(--late),inset 0 0 0 3px var(--new)}
.is-new .text.tiny{box-shadow:inset 0 0 0 .5px var(--paper),inset 0 0 0 2px var(--new)}
.late .text.small{box-shadow:inset 0 0 0 .5px var(--paper),inset 3.5px 0 0 0 var(--late)}
.late .text.tiny{box-shadow:inset 0 0 0 .5px var(--paper),inset 2.5px 0 0 0 var(--late)}
.late.is-new .text.tiny{box-shadow:inset 0 0 0 .5px var(--paper),inset 2.5px 0 0 0 var(--late),inset 0 0 0 2px var(--new)}
.box.hidden{background:repeating-linear-gradient(135deg,var(--veil) 0 6px,var(--veil-2) 6px 12px);box-shadow:inset 0 0 0 .5px var(--paper)}
.veil{position:absolute;left:6px;top:6px;max-width:calc(100% - 12px);padding:0 5px;background:var(--paper);color:var(--soft);font-size:11px;line-height:16px;white-space:nowrap;overflow:hidden}
.veil-sign{position:absolute;right:4px;bottom:4px;display:inline-flex;padding:2px;background:var(--paper);color:var(--ink);font-size:10px;line-height:1}
.veil-sign.late{color:var(--late)}
${SCALE_STYLE}
.head{display:flex;align-items:center;gap:.4em;height:var(--head);font-size:var(--head-size);line-height:var(--head);color:var(--accent);white-space:nowrap}
.head .number{font-weight:650;font-variant-numeric:tabular-nums}
.head .kind{font-weight:500}
.head .tier{margin-left:auto;color:var(--soft);font-weight:500}
.tiny .head{gap:2px}
.sign{display:inline-flex;font-size:10px;color:var(--ink)}
.sign.late{color:var(--late)}
.badges{display:flex;flex-wrap:wrap;gap:0 4px}
.box .badges{height:auto}
.badge{display:inline-flex;align-items:center;gap:.35em;height:calc(var(--badge) - 3px);margin-bottom:3px;padding:0 .5em;border-radius:3px;font-size:var(--badge-size);line-height:1;font-weight:600;white-space:nowrap;background:var(--chip);color:var(--ink);box-shadow:inset 0 0 0 1px var(--chip-line)}
.badge .mark{width:.85em;height:.85em}
.badge.late{background:var(--late);color:var(--late-ink);box-shadow:none}
.badge.new{background:var(--new);color:var(--new-ink);box-shadow:none}
.badge.stale{box-shadow:none;outline:1.5px dashed var(--ink);outline-offset:-1.5px}
.badge.note{color:var(--ink);font-weight:500}
.badge.changed{font-weight:500}
.badge.nested,.badge.more{font-weight:500}
.badge.veiled{font-weight:500;box-shadow:none;background:repeating-linear-gradient(135deg,var(--veil) 0 5px,var(--veil-2) 5px 10px)}
.badge.budget{--badge:27px;--badge-size:14px;margin:0 0 0 16px;vertical-align:5px;box-shadow:none;outline:1.5px dashed var(--ink);outline-offset:-1.5px;letter-spacing:0}
.box .badges .sign{height:calc(var(--badge) - 3px);align-items:center;font-size:var(--badge-size)}
.face .fit{display:block;overflow:hidden;box-sizing:content-box;padding-bottom:.12em;margin-bottom:-.12em}
.face .title{margin-top:var(--gap);font-size:var(--title);line-height:var(--title-line);max-height:calc(var(--lines)*var(--title-line));font-weight:600;letter-spacing:-.003em}
.hero .title{letter-spacing:-.012em;font-weight:550}
.face .title.id{font-weight:500;color:var(--soft)}
.face .summary{margin-top:6px;font-size:var(--text);line-height:var(--text-line);max-height:calc(var(--lines)*var(--text-line));color:var(--soft)}
.foot{position:absolute;left:var(--pad);right:var(--pad);bottom:calc(var(--pad) - 2px);font-size:var(--text);line-height:var(--text-line);color:var(--ink);white-space:nowrap}
.foot span{display:block}
.foot .inside{color:var(--soft)}
.then{pointer-events:none;outline:2px dashed var(--ink);outline-offset:-3px}
.then-label{position:absolute;right:6px;bottom:5px;padding:0 6px;background:var(--paper);color:var(--ink);font-size:13px;line-height:20px;font-weight:500;white-space:nowrap}

.top{display:flex;align-items:flex-start;gap:20px}
.top .say{flex:1;min-width:0}
.top .path{font-size:13px;line-height:18px;color:var(--soft);font-weight:500}
.top .path bdi:last-child{color:var(--ink)}
.top h2{font-size:27px;line-height:34px;font-weight:600;letter-spacing:-.012em}
.top .free-count{margin-left:16px;padding-left:17px;border-left:1.5px solid var(--line);font-weight:400;color:var(--soft)}
.top .tally{display:flex;flex-wrap:wrap;gap:2px 6px;--badge:24px;--badge-size:13px;margin-top:3px}
.chip.none{font-size:13px;line-height:22px;color:var(--soft)}
.top .which{font-size:12.5px;line-height:18px;color:var(--soft);text-align:right;font-variant-numeric:tabular-nums}
.page-number{color:var(--ink);font-weight:600}
.small-map{flex:none;width:112px;font-size:11px;line-height:16px;color:var(--soft);text-align:center}
.mini{position:relative;width:112px;height:70px}
.mini i{position:absolute;overflow:hidden;background:var(--tint);box-shadow:inset 0 0 0 .5px var(--accent)}
.mini .ground{background:var(--veil-2);box-shadow:none}
.mini .hidden{background:var(--veil);box-shadow:inset 0 0 0 .5px var(--paper)}
.mini .late{box-shadow:inset 0 0 0 .5px var(--accent),inset 3px 0 0 0 var(--late)}
.legend{display:flex;flex-wrap:wrap;gap:4px 24px;margin-top:14px;font-size:12.5px;line-height:20px}
.legend li{display:flex;align-items:center;gap:7px;max-width:min(400px,100%)}
.legend .sign,.legend>li>.mark{font-size:13px}
.legend .word{font-weight:550;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.legend .count{color:var(--soft);white-space:nowrap}
.swatch{display:inline-flex;align-items:center;justify-content:center;flex:none;width:28px;height:18px;background:var(--tint);color:var(--accent);font-size:11px}
.swatch.veiled{background:repeating-linear-gradient(135deg,var(--veil) 0 4px,var(--veil-2) 4px 8px)}
.swatch.blank{background-color:var(--paper);background-image:linear-gradient(to right,var(--line) 1px,transparent 1px),linear-gradient(to bottom,var(--line) 1px,transparent 1px);background-size:9px 6px;box-shadow:inset -1px -1px 0 0 var(--line)}
.then-swatch{background:none;border:1.5px dashed var(--ink)}

.detail,.closed,.pending,.due-back{--badge:21px;--badge-size:12px;padding:9px 0 10px;border-top:1px solid var(--line);font-size:13px;line-height:19px}
.detail h3,.closed h3,.pending h3,.due-back h3{font-size:15px;line-height:21px;font-weight:600}
.detail h3 .number{display:inline-block;min-width:1.5em;color:var(--accent);font-variant-numeric:tabular-nums}
.kind{color:var(--accent);font-weight:500}
.detail .kind,.closed .kind{margin-right:.35em;font-size:13px}
.detail .kind .mark,.closed .kind .mark{margin-right:.35em;width:.85em;height:.85em}
.id{color:var(--soft);font-size:12px;line-height:18px}
.facts,.quiet,.at{color:var(--soft);font-size:12.5px;line-height:19px}
.details>.quiet,.flow>.quiet{padding:6px 0 9px}
.detail .badges{margin:4px 0 1px}
.summary,.said,.note p,.why{white-space:pre-wrap;tab-size:4}
.detail .summary{margin-top:4px}
.cut{color:var(--soft)}
.sources h4,.note h4{margin-top:6px;font-size:12.5px;line-height:19px;font-weight:600}
.sources h4{color:var(--soft);font-weight:500}
.note h4 .mark{margin-right:.4em;width:.9em;height:.9em}
.note p{padding-left:11px;border-left:2px solid var(--line)}
.note .answer{border-left-color:var(--ink)}
.closed li{padding:4px 0}
.closed .title{font-weight:600}
`;
