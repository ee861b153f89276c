import { createHash } from 'node:crypto';
import { type Colour, PALETTE, SCALE } from './palette.ts';

const colours = (at: 0 | 1): string =>
  Object.entries(PALETTE)
    .map(([name, pair]) => `--${name}:${pair[at]};`)
    .join('');
const sizes = Object.entries(SCALE)
  .map(([name, size]) => `--${name}:${size};`)
  .join('');

const tones = ['system', 'user', 'assistant', 'call', 'result', 'anchor', 'event', 'error'] as const;
const tone = (name: (typeof tones)[number]): string => {
  const colour: Colour = `k-${name}`;
  return `.k-${name}{--tone:var(--${colour})}`;
};

/** The one style sheet of a page. Colours and sizes are the window's. */
export const STYLE = `
:root{color-scheme:light dark;${sizes}${colours(0)}--ui:Inter,"Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;--code:"JetBrains Mono","JetBrains Mono Variable",ui-monospace,"SF Mono",Menlo,Consolas,monospace;
--hatch:repeating-linear-gradient(135deg,transparent 0 6px,color-mix(in srgb,var(--line-strong) 34%,transparent) 6px 7px)}
@media screen and (prefers-color-scheme:dark){:root{${colours(1)}}}
${tones.map(tone).join('')}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:var(--t-3)/1.5 var(--ui);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1,h2,h3,p,dl,dd,ul,figure,pre,table{margin:0;padding:0}
ul{list-style:none}
h1{font-size:var(--t-5);line-height:1.25;font-weight:600;letter-spacing:-.01em}
h2{font-size:var(--t-4);font-weight:600}
h3{font-size:inherit;font-weight:400}
a{color:inherit;text-decoration-color:var(--line-strong);text-underline-offset:3px}
pre,code{font:var(--t-2)/1.55 var(--code);font-variant-ligatures:none;white-space:pre-wrap;tab-size:4}
:focus-visible{outline:2px solid var(--dim);outline-offset:2px}
.page{display:grid;grid-template-columns:232px minmax(0,1fr);max-width:1200px;margin:0 auto}
.page.wide{max-width:1560px}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:var(--s-5) var(--s-4) var(--s-5) var(--s-5);font-size:var(--t-2);color:var(--dim)}
nav a{display:block;padding:3px 0;text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav a:hover{color:var(--text)}
nav li li a{padding-left:var(--s-3);font-size:var(--t-1);line-height:17px}
nav b{color:var(--text);font-weight:600}
main{padding:var(--s-5) var(--s-5) 64px;min-width:0;border-left:1px solid var(--line);background:var(--panel);min-height:100vh}
header{padding-bottom:var(--s-4)}
.lead,.dim{color:var(--dim)}
.figures{display:flex;flex-wrap:wrap;gap:var(--s-1) var(--s-5);margin-top:var(--s-3)}
.figures b{font-size:var(--t-4);font-weight:600;color:var(--text)}
.figures span{color:var(--dim);font-size:var(--t-2)}
.strip{display:block;width:100%;height:10px;margin-top:var(--s-3)}
.note{margin-top:var(--s-3);padding-left:var(--s-3);border-left:3px solid var(--warn)}
.graph{overflow-x:auto;margin:var(--s-3) 0 var(--s-4);border:1px solid var(--line);border-radius:6px;background:var(--sunk)}
.graph svg{display:block;max-width:none}
section{padding-top:var(--s-5);scroll-margin-top:0}
section>h2{padding-bottom:var(--s-1)}
section>.lead{padding-bottom:var(--s-2)}
.row{padding:var(--s-3) 0;border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 90px}
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 var(--s-2);padding-bottom:var(--s-1);font-size:var(--t-2)}
.head .word{color:var(--tone);font-weight:600}
.head .word::before{content:"";display:inline-block;width:8px;height:8px;border-radius:2px;background:var(--tone);margin-right:6px}
.head .place{margin-left:auto;color:var(--faint);font-size:var(--t-1);text-decoration:none;white-space:nowrap}
.why,.cut{color:var(--dim);font-size:var(--t-2)}
.piece+.piece{margin-top:var(--s-2)}
.piece>.name{color:var(--dim);font-size:var(--t-1)}
details>summary{cursor:pointer;list-style:none}
details>summary::-webkit-details-marker{display:none}
.long>summary{position:relative}
.long>summary pre{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:6;overflow:hidden}
.long>summary .more{color:var(--dim);font-size:var(--t-2);text-decoration:underline;text-decoration-color:var(--line-strong);text-underline-offset:3px}
.long[open]>summary pre{display:none}
.long[open]>summary .more::after{content:" (fold)"}
.omission{background:var(--hatch);border:1px dashed var(--line-strong);border-radius:4px;padding:var(--s-2) var(--s-3);margin:var(--s-2) 0;color:var(--dim)}
.omission b{color:var(--text);font-weight:600}
.remark{margin-top:var(--s-2);padding:var(--s-1) var(--s-3);border-left:3px solid var(--line-strong);font-size:var(--t-2);white-space:pre-wrap}
.remark b{font-weight:600}
.pair{display:grid;grid-template-columns:1fr 1fr;border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 90px}
.pair>*{min-width:0;padding:var(--s-2) var(--s-3)}
.pair>*+*{border-left:1px solid var(--line)}
.pair .none{background:var(--hatch)}
.only-a{border-left:2px solid var(--only-a)!important;background:color-mix(in srgb,var(--only-a) 8%,transparent)}
.only-b{border-left:2px solid var(--only-b)!important;background:color-mix(in srgb,var(--only-b) 8%,transparent)}
.pair mark{color:inherit;border-radius:2px}
mark.a{background:color-mix(in srgb,var(--only-a) 24%,transparent)}
mark.b{background:color-mix(in srgb,var(--only-b) 24%,transparent)}
.fold{border-top:1px solid var(--line)}
.fold>summary{padding:var(--s-2) var(--s-3);background:var(--sunk);color:var(--dim);text-align:center;font-size:var(--t-2)}
.fold>summary:hover{color:var(--text)}
.fold>.row{padding-left:var(--s-3);padding-right:var(--s-3)}
.scroll{overflow-x:auto;overflow-wrap:normal}
table{border-collapse:collapse;width:100%;font-size:var(--t-2)}
th,td{padding:4px var(--s-4) 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
td{max-width:44ch;overflow-wrap:break-word}
th{font-weight:400;color:var(--dim);font-size:var(--t-1);white-space:nowrap}
dl{display:grid;grid-template-columns:minmax(96px,max-content) minmax(0,1fr);gap:2px var(--s-4);font-size:var(--t-2)}
dt{color:var(--dim)}
.state{margin-top:var(--s-3);padding:var(--s-3);background:var(--sunk);border-radius:4px}
footer{margin-top:var(--s-5);padding-top:var(--s-4);border-top:1px solid var(--line)}
@media (max-width:900px){.page{display:block}nav{position:static;max-height:none;padding:var(--s-3) var(--s-4);border-bottom:1px solid var(--line)}nav details:not([open])+*{display:none}main{border-left:0;padding:var(--s-4)}}
@media (min-width:901px){nav summary{pointer-events:none}}
@media (max-width:640px){.pair{display:block}.pair>*+*{border-left:0;border-top:1px dashed var(--line)}.pair .none{display:none}dl{display:block}dd{padding-bottom:var(--s-1)}}
@media print{nav{display:none}.page{display:block;max-width:none}main{border:0;padding:0;background:none}.row,.pair{content-visibility:visible;break-inside:auto}details::details-content{content-visibility:visible;block-size:auto}.long>summary{display:none}body{background:#fff}}
`;

/** Nothing may be loaded, run, framed or sent; the style sheet is known by its digest. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
