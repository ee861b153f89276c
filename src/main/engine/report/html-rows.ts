import { changedWord } from '../../../shared/model/vocabulary.ts';
import { diffText } from '../text/diff.ts';
import type { BlockRow, ChangedRow, Fact, FoldRow, Head, OmissionRow, Piece, Remark, Row, TableRow } from './document.ts';
import { escaped } from './escape.ts';
import { count, number, remarkWords } from './figures.ts';
import { colourOf } from './palette.ts';

/** A text longer than this is folded after its beginning. */
const LONG_CHARS = 1200;
const LONG_LINES = 14;
const BEGINNING_CHARS = 600;

const span = (name: string, words: string): string => (words === '' ? '' : `<span class="${name}">${escaped(words)}</span>`);

const isLong = (text: string): boolean => text.length > LONG_CHARS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

/** A line feed right behind `<pre>` would be lost. */
const pre = (text: string): string => `<pre>${text.startsWith('\n') ? '\n' : ''}${escaped(text)}</pre>`;

const folded = (text: string): string => {
  const beginning = text.slice(0, BEGINNING_CHARS).toWellFormed();
  return `<details class="long"><summary>${pre(beginning)}<span class="more">${number(text.length)} characters</span></summary>${pre(text)}</details>`;
};

const cutWords = (cut: number): string =>
  cut === 0 ? '' : `<p class="cut">${escaped(`${count(cut, 'character')} more ${cut === 1 ? 'is' : 'are'} not in this report.`)}</p>`;

const pieceOf = ({ name, text, cut }: Piece): string => {
  const body = text === '' ? (cut === 0 ? '<p class="dim">(empty)</p>' : '') : isLong(text) ? folded(text) : pre(text);
  return `<div class="piece">${name === '' ? '' : `<p class="name">${escaped(name)}</p>`}${body}${cutWords(cut)}</div>`;
};

const headOf = ({ tone, word, name, place, tokens, why }: Head, id: string, extra = ''): string =>
  `<h3 class="head ${colourOf(tone)}">${span('word', word)}${span('name', name)}${extra}${span('dim', tokens)}${
    id === '' ? span('place', place) : `<a class="place" href="#${id}">${escaped(place)}</a>`
  }</h3>${why === '' ? '' : `<p class="why">${escaped(why)}</p>`}`;

const remarkOf = (remark: Remark): string => {
  const { label, text, stale } = remark;
  return `<p class="remark"><b>${escaped(remarkWords(remark))}${label === '' ? '' : ` · ${escaped(label)}`}</b>${stale ? ' <span class="dim">about other bytes than these</span>' : ''}\n${escaped(text)}</p>`;
};

/** What is around a block: a row of its own, or one half of a pair whose other half is empty. */
const frameOf = (side: BlockRow['side'], anchor: string): readonly [before: string, after: string] => {
  if (side === null) return [`<div class="row"${anchor}>`, '</div>'];
  const none = '<div class="none"></div>';
  const [before, after] = side === 'a' ? ['', none] : [none, ''];
  return [`<div class="pair"${anchor}>${before}<div class="only-${side}">`, `</div>${after}</div>`];
};

function* blockOf({ head, side, pieces, remarks }: BlockRow, id: string): Generator<string> {
  const [before, after] = frameOf(side, id === '' ? '' : ` id="${id}"`);
  yield before + headOf(head, id, side === null ? '' : span('dim', `only on the ${side === 'a' ? 'left' : 'right'}`));
  for (const piece of pieces) yield pieceOf(piece);
  yield remarks.map(remarkOf).join('') + after;
}

const omissionOf = ({ count: many, reason, note, tokens, kinds }: OmissionRow): string =>
  `<p class="omission"><b>${escaped(count(many, 'entry', 'entries'))}</b> ${escaped(note)}${span(
    '',
    [tokens, kinds, reason]
      .filter(Boolean)
      .map((one) => ` · ${one}`)
      .join(''),
  )}</p>`;

/** Each side with its own words; what the other one lacks is marked. */
const changedOf = ({ heads, a, b, remarks }: ChangedRow, id: string): string => {
  const { segments, cut, unlike } = diffText(a.text, b.text);
  const side = (mine: 'a' | 'b'): string =>
    segments
      .filter(({ op }) => op === 'same' || op === mine)
      .map(({ op, text }) => (op === 'same' ? escaped(text) : `<mark class="${mine}">${escaped(text)}</mark>`))
      .join('');
  const half = (at: 0 | 1, mine: 'a' | 'b', left: number): string =>
    `<div>${headOf(heads[at], '', span('dim', changedWord(unlike)))}<pre>${side(mine)}</pre>${cutWords(left)}${remarks[at].map(remarkOf).join('')}</div>`;
  return `<div class="pair" id="${id}">${half(0, 'a', a.cut + cut.a)}${half(1, 'b', b.cut + cut.b)}</div>`;
};

function* foldOf({ words, rows }: FoldRow): Generator<string> {
  yield `<details class="fold"><summary>${escaped(words)}</summary>`;
  for (const row of rows) yield* blockOf(row, '');
  yield '</details>';
}

const tableOf = ({ head, rows }: TableRow): string => {
  const cells = (tag: 'th' | 'td', row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<div class="scroll"><table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table></div>`;
};

export function factsOf(facts: readonly Fact[]): string {
  return `<dl>${facts.map(({ name, value }) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

/** One row of a section, piece by piece. `id` is ours, never a text of a log. */
export function* rowOf(row: Row, id: string): Generator<string> {
  switch (row.type) {
    case 'block':
      return yield* blockOf(row, id);
    case 'omission':
      return yield omissionOf(row);
    case 'changed':
      return yield changedOf(row, id);
    case 'fold':
      return yield* foldOf(row);
    case 'table':
      return yield tableOf(row);
    case 'facts':
      return yield factsOf(row.facts);
    case 'text':
      return yield `<div class="state">${pieceOf(row.piece)}</div>`;
  }
}
