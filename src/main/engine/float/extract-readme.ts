import { closing } from './quote.ts';

/** What a README says first, as plain words, and the rest of it, without what only a web page shows. */
export interface Readme {
  first: string | null;
  rest: string;
}

const MOST_FIRST = 400;
const MOST_REST = 4000;

/** Cut at a word. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`;
}

/** Badges, images, comments and HTML say nothing about a project; neither does its name, which is the folder's. */
export function readmeIn(text: string): Readme {
  const blocks = blocksOf(text);
  const at = blocks.findIndex((block) => isProse(block) && /\p{L}{2}/u.test(wordsOf(block)));
  const first = at === -1 ? null : clip(wordsOf(blocks[at] ?? ''), MOST_FIRST);
  const rest = blocks.filter((block, place) => place !== at && !(place < 2 && isTitle(block)));
  return { first, rest: clipped(rest.join('\n\n')) };
}

/** Paragraphs, each block of code whole. */
const blocksOf = (text: string): string[] => {
  const blocks: string[] = [];
  let fence = '';
  let open: string[] = [];
  const end = (): void => {
    const block = open.join('\n').trimEnd();
    if (block.trim() !== '') blocks.push(block);
    open = [];
  };
  for (const line of withoutPage(text).split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? '';
    if (fence === '' && mark !== '') end();
    if (fence === '' && line.trim() === '') end();
    else open.push(line);
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) {
      fence = '';
      end();
    }
    if (fence === '' && /^#{1,6}\s/.test(line)) end();
  }
  end();
  return blocks;
};

/** Tags of HTML with the words between them left, but for headings, which are names. */
const TAGS =
  /<\/?(?:p|div|a|img|br|hr|b|i|em|strong|sub|sup|center|picture|source|span|table|tr|td|th|tbody|thead|details|summary|kbd)\b[^<>]{0,2000}>/gi;

const withoutPage = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/^\ufeff?---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]{0,4000}?-->/g, '')
    .replace(/<h([1-6])\b[^<>]{0,1000}>[^<>]{0,300}<\/h\1>/gi, '')
    .replace(TAGS, '')
    .replace(/\[!\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)\](\([^)\n]{0,1000}\)|\[[^\]\n]{0,300}\])/g, '')
    .replace(/!\[[^\]\n]{0,300}\](\([^)\n]{0,1000}\)|\[[^\]\n]{0,300}\])/g, '')
    .replace(/^[ \t·•|]+$/gm, '');

const isTitle = (block: string): boolean => /^#\s.*$/.test(block) || /^[^\n]+\n(=+|-+)\s*$/.test(block);

/** No heading, list, table, code, note of the page's own, or list of addresses; not only links to other parts either. */
const isProse = (block: string): boolean =>
  !isTitle(block) &&
  !/^( {4}|\t|#|\||\s*([-*+]|\d+[.)])\s|```|~~~|={3}|-{3}|>\s*\[!|\[[^\]\n]+\]:|<|\.\. )/.test(block) &&
  block.replace(/\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)/g, '').replace(/[^\p{L}]/gu, '') !== '';

const wordsOf = (block: string): string =>
  block
    .replace(/^\s*>\s?/gm, '')
    .replace(/\[([^\]\n]{0,300})\](\([^)\n]{0,1000}\)|\[[^\]\n]{0,300}\])/g, '$1')
    .replace(/(\*\*|__)(?=\S)([^\n]{0,300}?\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();

/** Cut between blocks where one ends in the later half; code that was cut is closed. */
const clipped = (text: string): string => {
  if (text.length <= MOST_REST) return text;
  const head = text.slice(0, MOST_REST).toWellFormed();
  const end = head.lastIndexOf('\n\n');
  const cut = (end > MOST_REST / 2 ? head.slice(0, end) : head.replace(/\s+\S*$/, '')).trimEnd();
  return `${cut}${closing(cut)}\n\n…`;
};
