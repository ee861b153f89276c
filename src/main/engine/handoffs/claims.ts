/** The sentences of a text, as claims that can be checked one by one. Pure; takes any text, Markdown or not. */
export function claimsIn(text: string): string[] {
  return blocksOf(text).flatMap(({ text: block, whole }) => (whole ? [block] : sentencesOf(block)));
}

interface Part {
  text: string;
  /** Not to be taken apart: code. */
  whole: boolean;
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}#{1,6}\s/;
/** A few words in bold, or before a colon, with nothing after them: they name what follows. */
const LABEL = /^(?:\*\*[^*]{1,80}\*\*:?|[^.!?:]{1,60}:)$/;
/** A rule, an underlined heading, the line below the head of a table. */
const RULE = /^[-=*_|:\s]{3,}$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|[a-zA-Z][.)])\s+(?:\[[ xX]\]\s+)?/;
const QUOTE = /^\s*>\s?/;

/** Paragraphs, list items and code, each as one line; headings and rules say nothing and are left out. */
const blocksOf = (text: string): Part[] => {
  const parts: Part[] = [];
  let open: string[] = [];
  let fence: { mark: string; lines: string[] } | null = null;
  const close = (): void => {
    const joined = open.join(' ').replace(/\s+/g, ' ').trim();
    if (joined !== '' && !LABEL.test(joined)) parts.push({ text: joined, whole: false });
    open = [];
  };
  const closeFence = (): void => {
    const code = fence?.lines.join('\n').trim() ?? '';
    if (code !== '') parts.push({ text: code, whole: true });
    fence = null;
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence.mark)) closeFence();
      else fence.lines.push(line);
    } else if (mark !== undefined) {
      close();
      fence = { mark, lines: [] };
    } else if (line.trim() === '' || RULE.test(line) || HEADING.test(line)) close();
    else if (ITEM.test(line) || line.trimStart().startsWith('|')) {
      close();
      open.push(line.replace(ITEM, ''));
    } else open.push(line.replace(QUOTE, ''));
  }
  closeFence();
  close();
  return parts;
};

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** What a dot follows without ending a sentence. */
const ABBREVIATION = /(?:^|[\s([{"'])(?:e\.g|i\.e|vs|cf|ca|approx|resp|incl|excl|fig|vol|pp|sec|eq|dr|mrs?|ms|prof|z\.b|u\.a|d\.h|bzw)\.$/i;

const LONGEST_ABBREVIATION = 12;

/** Numbers what follows within a line: "… 2. Plan again". */
const NUMBER = /(?:^|[:;]\s)\(?\d{1,3}[.)]$/;

/** Says something: a letter or a number is in it. */
const SAYS = /[\p{L}\p{N}]/u;

const sentencesOf = (block: string): string[] => {
  const sentences: string[] = [];
  let open = '';
  let code = false;
  for (const { segment } of SENTENCES.segment(block)) {
    open += segment;
    if (segment.split('`').length % 2 === 0) code = !code;
    // Neither after an abbreviation or a number in a list nor within code does a sentence end.
    if (
      code ||
      NUMBER.test(segment.trim().slice(-LONGEST_ABBREVIATION)) ||
      ABBREVIATION.test(segment.trimEnd().slice(-LONGEST_ABBREVIATION))
    )
      continue;
    sentences.push(open);
    open = '';
  }
  if (open !== '') sentences.push(open);
  return closed(sentences).filter((sentence) => SAYS.test(sentence) && !LABEL.test(sentence));
};

/** What closes a bold or quoted sentence follows its dot, and belongs to it. */
const CLOSER = /^(?:\*{1,3}|_{1,3}|["'”’»)\]])(?=\s)/;

const closed = (sentences: readonly string[]): string[] => {
  const found: string[] = [];
  for (const sentence of sentences) {
    const text = sentence.trim();
    const [closer = ''] = found.length > 0 ? (CLOSER.exec(text) ?? []) : [];
    if (closer !== '') found.push(`${found.pop()}${closer}`);
    found.push(text.slice(closer.length).trim());
  }
  return found;
};
