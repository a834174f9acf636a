/** One page to scroll. The map keeps its size: where the window is narrower, it scrolls by itself. */
export const PAGE_STYLE: string = `
body{max-width:1640px;margin:0 auto;padding:28px 32px 80px}
.layer+.layer{margin-top:64px;padding-top:32px;border-top:2px solid var(--ink)}
.spread{display:grid;grid-template-columns:minmax(0,1024px) minmax(300px,1fr);gap:32px;margin-top:18px}
.frame{overflow-x:auto;scroll-margin:24px}
.page-number{display:none}
.detail:first-child{border-top:0;padding-top:0}
.face:focus-visible{outline:3px solid var(--ink);outline-offset:-4px}
.detail .number:focus-visible,.frame:focus-visible,.detail:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.detail:target,.box:target .face{outline:3px solid var(--ink);outline-offset:-3px}
.detail:target{outline-offset:4px}
.face:hover .title,.detail .number:hover{text-decoration:underline}
@media (max-width:1180px){.spread{grid-template-columns:minmax(0,1fr)}}
@media (max-width:700px){body{padding:18px 16px 60px}.top{flex-wrap:wrap}.top .which{text-align:left;order:3}.top h2{font-size:21px;line-height:28px}}
@media print{.frame{overflow:visible}.detail{break-inside:avoid}}
@media (forced-colors:active){.box .face{border:1px solid CanvasText}.badge{border:1px solid CanvasText}}
`;
