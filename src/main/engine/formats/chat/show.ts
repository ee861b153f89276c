import type { Part } from '../../../../shared/model/index.ts';
import type { Format } from '../format.ts';
import { fewLines, isObject, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Piece, resultText } from './pieces.ts';

/** How the pieces of a message are searched, drawn and listed. */

const UNSEARCHED: ReadonlySet<string> = new Set(['type', 'id', 'data', 'media_type', 'mimeType', 'signature', 'encrypted']);

interface Shown {
  /** Keys of records that are not messages, which nobody searches. */
  skipped: ReadonlySet<string>;
  /** What of a record that is not a message is listed; all of it without. */
  shownOf?: (record: JsonObject) => Json;
  nameOf?: (record: JsonObject) => string;
}

/** What searches, draws and lists records by their pieces; those that `piecesIn` answers null for by their fields. */
export function showChat(
  piecesIn: (record: JsonObject) => readonly Piece[] | null,
  { skipped, shownOf = (record) => record, nameOf = () => 'record' }: Shown,
): Pick<Format, 'text' | 'parts' | 'preview'> {
  return {
    text(record) {
      if (!isObject(record)) return '';
      const pieces = piecesIn(record);
      return pieces === null ? strings(record, skipped) : textOf(pieces);
    },
    parts(record) {
      const pieces = isObject(record) ? piecesIn(record) : null;
      if (pieces !== null) return partsOf(pieces);
      return [part('json', stringify(record, 2), isObject(record) ? { name: nameOf(record) } : {})];
    },
    preview(record) {
      const said = isObject(record) ? previewOf(piecesIn(record) ?? []) : '';
      return said === '' ? fewLines(oneLine(stringify(isObject(record) ? shownOf(record) : record), 240)) : said;
    },
  };
}

/** All text of a message that a search should find. */
function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map(searched)
    .filter((words) => words !== '')
    .join('\n');
}

function searched(piece: Piece): string {
  if (piece.is === 'call') return `${piece.name}\n${strings(piece.input)}`;
  if (piece.is === 'result') return `${piece.text}\n${strings(piece.rest)}`.trim();
  if (piece.is === 'other') return strings(piece.value, UNSEARCHED);
  return piece.is === 'media' ? '' : piece.text;
}

/** What the inspector draws of a message. */
function partsOf(pieces: readonly Piece[]): Part[] {
  return pieces.map(partOf);
}

const idIn = (id: string | null): { id?: string } => (id === null ? {} : { id });

function partOf(piece: Piece): Part {
  if (piece.is === 'call') return part('tool_call', asText(piece.input), { name: piece.name, ...idIn(piece.id) });
  if (piece.is === 'result') {
    const { name, failed } = piece;
    return part('tool_result', resultText(piece), { ...(name !== null && { name }), ...idIn(piece.id), ...(failed && { failed }) });
  }
  if (piece.is === 'media') return part('image', `${piece.name} in this message.`, { name: piece.name });
  return piece.is === 'other' ? part('json', stringify(piece.value, 2), { name: piece.name || 'part' }) : part(piece.is, piece.text);
}

const asText = (input: Json): string => (typeof input === 'string' ? input : stringify(input, 2));

/** The first thing that a person would read of a message, one to three lines. */
function previewOf(pieces: readonly Piece[]): string {
  const said = pieces.map((piece) => (piece.is === 'call' ? `${piece.name} ${oneLine(asText(piece.input), 200)}` : glance(piece)));
  return fewLines((said.filter((words) => words !== '').join('\n') || thoughts(pieces)).slice(0, 1200));
}

const glance = (piece: Exclude<Piece, { is: 'call' }>): string => {
  if (piece.is === 'text') return piece.text;
  if (piece.is === 'result') return resultText(piece);
  return piece.is === 'media' ? `[${piece.name}]` : '';
};

const thoughts = (pieces: readonly Piece[]): string => pieces.flatMap((piece) => (piece.is === 'thinking' ? [piece.text] : [])).join('\n');
