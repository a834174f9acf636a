/**
 * One page to scroll. The map is as wide as there is room, in steps of 32 pixels, so that each of its
 * areas is exact; its letters keep their size, and what has no room stands in the details.
 */
import { FACE_STYLE } from "./faces.js";

export const PAGE_STYLE: string = `
body{max-width:1640px;margin:0 auto;padding:28px 32px 80px}
.layer+.layer{margin-top:64px;padding-top:32px;border-top:2px solid var(--ink)}
.spread{display:grid;grid-template-columns:minmax(0,1024px) minmax(340px,1fr);gap:32px;margin-top:18px}
.left,.details{min-width:0}
.frame{container:map/inline-size;scroll-margin:24px}
.map{--u:calc(min(100cqw,1024px)/1024)}
@supports (width:round(down,100px,32px)){.map{--u:calc(min(round(down,100cqw,32px),1024px)/1024)}}
${FACE_STYLE}
.page-number{display:none}
.top h2{display:flex;flex-wrap:wrap;align-items:center;gap:0 17px}
.top .free-count{margin-left:0}
.badge.budget{margin-left:0;vertical-align:0}
.details>:first-child{border-top:0;padding-top:0}
.face:focus-visible{outline:3px solid var(--ink);outline-offset:-4px}
.detail .number:focus-visible,.frame:focus-visible,.detail:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.detail:target,.box:target .face{outline:3px solid var(--ink);outline-offset:-3px}
.detail:target{outline-offset:4px}
.face:hover .title,.detail .number:hover{text-decoration:underline}
@media (max-width:1179px){.spread{grid-template-columns:minmax(0,1fr)}}
@media (max-width:700px){body{padding:18px 16px 60px}.top{flex-wrap:wrap;gap:8px 20px}.top .say{flex-basis:100%}.top .which{flex:1;text-align:left}.top h2{gap:0 14px;font-size:21px;line-height:28px}.top .free-count{padding-left:0;border-left:0}.small-map{display:none}.badge{height:auto;min-height:calc(var(--badge) - 3px);padding-top:3px;padding-bottom:3px;white-space:normal}.badge.budget{margin:4px 0 6px}.box .badge{white-space:nowrap;padding-top:0;padding-bottom:0}.legend .word{white-space:normal}}
@media print{.detail{break-inside:avoid}}
@media (forced-colors:active){.box .face{border:1px solid CanvasText}.badge{border:1px solid CanvasText}}
`;
