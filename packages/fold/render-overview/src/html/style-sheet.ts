/**
 * A sheet of 1600 × 1000: the map and one column of details; on further pages three columns. Where less
 * stands on it, less of it is taken.
 */
export const SHEET = { width: 1600, height: 1000, heightMin: 448, margin: 32, scale: 2 } as const;

export const COLUMN = { width: 488, gap: 36, height: 840, perPage: 3 } as const;

export const SHEET_STYLE: string = `
html,body{width:${SHEET.width}px}
.sheet{position:relative;width:${SHEET.width}px;height:${SHEET.height}px;overflow:hidden;background:var(--paper)}
.sheet[hidden]{display:none}
.sheet .top{position:absolute;left:32px;right:32px;top:24px;height:88px}
.sheet .path{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.sheet .left{position:absolute;left:32px;top:128px;width:1024px;height:840px}
.sheet .window{position:absolute;left:1080px;top:128px;width:${COLUMN.width}px;height:${COLUMN.height}px;overflow:hidden}
.flow{height:${COLUMN.height}px;width:${COLUMN.width}px;columns:${COLUMN.width}px 1;column-gap:${COLUMN.gap}px;column-fill:auto;orphans:2;widows:2;transform:translateX(calc(-1*var(--shift,0px)))}
.flow>:first-child{border-top:0;padding-top:0}
.continued{position:absolute;left:1080px;top:107px;font-size:12px;line-height:18px;color:var(--soft);height:18px}
.continued p{position:absolute;left:0;width:${COLUMN.width}px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.flow .short{break-inside:avoid}
.flow h3,.flow h4{break-after:avoid;break-inside:avoid}
.flow .id{break-after:avoid}
.sheet.turned .left{display:none}
.sheet.turned .continued{left:32px}
.sheet.turned .window{left:32px;width:1536px}
`;
