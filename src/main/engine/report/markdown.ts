import { changedWord } from '../../../shared/model/vocabulary.ts';
import { fenced, inline } from '../store/export/fence.ts';
import { diffText } from '../text/diff.ts';
import type { BlockRow, ChangedRow, Document, Head, OmissionRow, Piece, Remark, Row, TableRow } from './document.ts';
import { number, remarkWords } from './figures.ts';
import { mermaidOf } from './mermaid.ts';

const LONG = 400;
const line = (text: string): string => inline(text, LONG);

const bullets = (facts: readonly { name: string; value: string }[]): string =>
  facts.map(({ name, value }) => `- ${line(name)}: ${inline(value, 4000)}\n`).join('');

const cutWords = (cut: number): string => (cut === 0 ? '' : `\n*${number(cut)} characters more are not in this report.*\n`);

const pieceOf = ({ name, text, cut }: Piece): string => {
  const head = name === '' ? '' : `*${line(name)}*\n\n`;
  const body = text === '' && cut === 0 ? '*(empty)*\n' : text === '' ? '' : fenced(text);
  return `${head}${body}${cutWords(cut)}`;
};

const headWords = ({ word, name, place, tokens }: Head): string => [word, name, place, tokens].filter(Boolean).map(line).join(' · ');

const remarkOf = (remark: Remark): string => {
  const { label, text, stale } = remark;
  return `> **${line(remarkWords(remark))}${label === '' ? '' : `, ${line(label)}`}${stale ? ', about other bytes than these' : ''}:** ${inline(text, 10_000)}\n`;
};

function* blockOf({ head, side, pieces, remarks }: BlockRow, level: string): Generator<string> {
  const where = side === null ? '' : ` · only on the ${side === 'a' ? 'left' : 'right'}`;
  yield `${level} ${headWords(head)}${where}\n`;
  if (head.why !== '') yield `*${line(head.why)}*\n`;
  for (const piece of pieces) yield pieceOf(piece);
  for (const remark of remarks) yield remarkOf(remark);
}

const omissionOf = ({ count, reason, note, tokens, kinds }: OmissionRow): string =>
  `> **${number(count)} ${count === 1 ? 'entry' : 'entries'} left out** (${line(reason)}): ${[note, tokens, kinds].filter(Boolean).map(line).join(' · ')}\n`;

/** Within its fence: `[-…-]` is on the left only, `{+…+}` on the right only. */
const changedOf = ({ heads, a, b, remarks }: ChangedRow): string => {
  const { segments, cut, unlike } = diffText(a.text, b.text);
  const words = segments.map(({ op, text }) => (op === 'same' ? text : op === 'a' ? `[-${text}-]` : `{+${text}+}`)).join('');
  return `### ${changedWord(unlike)} · ${headWords(heads[0])} ↔ ${line(heads[1].place)}\n\n${fenced(words)}${cutWords(a.cut + b.cut + cut.a + cut.b)}${remarks
    .flat()
    .map((remark) => `\n${remarkOf(remark)}`)
    .join('')}`;
};

const tableOf = ({ head, rows }: TableRow): string => {
  const row = (cells: readonly string[]): string => `| ${cells.map((cell) => (cell === '' ? ' ' : line(cell))).join(' | ')} |\n`;
  return `${row(head)}|${' --- |'.repeat(head.length)}\n${rows.map(row).join('')}`;
};

function* rowOf(row: Row): Generator<string> {
  switch (row.type) {
    case 'block':
      return yield* blockOf(row, '###');
    case 'omission':
      return yield omissionOf(row);
    case 'changed':
      return yield changedOf(row);
    case 'fold':
      yield `### ${line(row.words)}\n`;
      for (const inner of row.rows) yield* blockOf(inner, '####');
      return;
    case 'table':
      return yield tableOf(row);
    case 'facts':
      return yield bullets(row.facts);
    case 'text':
      return yield pieceOf(row.piece);
  }
}

function* partsOf({ title, lead, figures, notes, graph, sections, facts }: Document, wrote: () => void): Generator<string> {
  yield `# ${line(title)}\n`;
  yield `${line(lead)}\n`;
  if (figures.length > 0) yield `${figures.map(({ value, words }) => `**${line(value)}** ${line(words)}`).join(' · ')}\n`;
  for (const note of notes) yield `> ${inline(note, 2000)}\n`;
  if (graph !== null) yield fenced(mermaidOf(graph), 'mermaid');
  for (const section of sections) {
    yield `## ${line(section.title)}\n`;
    if (section.lead !== '') yield `${inline(section.lead, 2000)}\n`;
    for (const row of section.rows) {
      yield* rowOf(row);
      wrote();
    }
  }
  yield '## About this report\n';
  yield bullets(facts);
}

/**
 * A report as Markdown in which nothing of a log can become structure, in pieces of about the size of one text. `wrote` is notified of each
 * row of a section. Pure.
 */
export function* markdownOf(document: Document, wrote: () => void = () => {}): Generator<string> {
  let between = '';
  for (const part of partsOf(document, wrote)) {
    if (part === '') continue;
    yield between + part;
    between = '\n';
  }
}
