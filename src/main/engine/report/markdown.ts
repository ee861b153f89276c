import { diffText } from '../compare/text.ts';
import { fenced, inline } from '../store/export/fence.ts';
import type { BlockRow, ChangedRow, Document, Head, OmissionRow, Piece, Remark, Row, Section, TableRow } from './document.ts';
import { mermaidOf } from './mermaid.ts';
import { number, remarkWords } from './words.ts';

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

const blockOf = ({ head, side, pieces, remarks }: BlockRow, level: string): string => {
  const where = side === null ? '' : ` · only on the ${side === 'a' ? 'left' : 'right'}`;
  const why = head.why === '' ? '' : `*${line(head.why)}*\n`;
  return [`${level} ${headWords(head)}${where}\n`, why, ...pieces.map(pieceOf), ...remarks.map(remarkOf)].filter(Boolean).join('\n');
};

const omissionOf = ({ count, reason, note, tokens, kinds }: OmissionRow): string =>
  `> **${number(count)} ${count === 1 ? 'entry' : 'entries'} left out** (${line(reason)}): ${[note, tokens, kinds].filter(Boolean).map(line).join(' · ')}\n`;

/** Within its fence: `[-…-]` stands on the left only, `{+…+}` on the right only. */
const changedOf = ({ heads, a, b, remarks }: ChangedRow): string => {
  const { segments, cut } = diffText(a.text, b.text);
  const words = segments.map(({ op, text }) => (op === 'same' ? text : op === 'a' ? `[-${text}-]` : `{+${text}+}`)).join('');
  return `### changed · ${headWords(heads[0])} ↔ ${line(heads[1].place)}\n\n${fenced(words)}${cutWords(a.cut + b.cut + cut.a + cut.b)}${remarks
    .flat()
    .map((remark) => `\n${remarkOf(remark)}`)
    .join('')}`;
};

const tableOf = ({ head, rows }: TableRow): string => {
  const row = (cells: readonly string[]): string => `| ${cells.map((cell) => (cell === '' ? ' ' : line(cell))).join(' | ')} |\n`;
  return `${row(head)}|${' --- |'.repeat(head.length)}\n${rows.map(row).join('')}`;
};

const rowOf = (row: Row): string => {
  switch (row.type) {
    case 'block':
      return blockOf(row, '###');
    case 'omission':
      return omissionOf(row);
    case 'changed':
      return changedOf(row);
    case 'fold':
      return [`### ${line(row.words)}\n`, ...row.rows.map((inner) => blockOf(inner, '####'))].join('\n');
    case 'table':
      return tableOf(row);
    case 'facts':
      return bullets(row.facts);
    case 'text':
      return pieceOf(row.piece);
  }
};

const sectionOf = ({ title, lead, rows }: Section): string =>
  [`## ${line(title)}\n`, lead === '' ? '' : `${inline(lead, 2000)}\n`, ...rows.map(rowOf)].filter(Boolean).join('\n');

/** A report as Markdown in which nothing of a log can become structure. Pure. */
export const markdownOf = (document: Document): string => {
  const figures = document.figures.map(({ value, words }) => `**${line(value)}** ${line(words)}`).join(' · ');
  return [
    `# ${line(document.title)}\n`,
    `${line(document.lead)}\n`,
    figures === '' ? '' : `${figures}\n`,
    ...document.notes.map((note) => `> ${inline(note, 2000)}\n`),
    document.graph === null ? '' : `${fenced(mermaidOf(document.graph), 'mermaid')}`,
    ...document.sections.map(sectionOf),
    `## About this report\n`,
    bullets(document.facts),
  ]
    .filter(Boolean)
    .join('\n');
};
