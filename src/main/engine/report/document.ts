/** A report as plain data: what every renderer draws, and what a redaction goes through. Everything that people read is a value, never a key. */
export interface Document {
  kind: 'context' | 'comparison' | 'handoffs';
  title: string;
  /** One line under the title. */
  lead: string;
  figures: Figure[];
  /** Sentences that must not be missed: warnings, what was cut. */
  notes: string[];
  /** Weights by tone, in order, for a strip that shows where the tokens go. */
  strip: { tone: string; value: number }[];
  graph: GraphDrawing | null;
  sections: Section[];
  /** Where it comes from, for the end of the page. */
  facts: Fact[];
}

/** A figure and its basis in words: `142,310` `recorded`. */
export interface Figure {
  value: string;
  words: string;
}

export interface Fact {
  name: string;
  value: string;
}

export interface Section {
  id: string;
  title: string;
  lead: string;
  rows: Row[];
}

/** A text of an entry. `cut` is how many characters of it are not here. */
export interface Piece {
  name: string;
  text: string;
  cut: number;
}

/** A note or label of a reader. */
export interface Remark {
  /** What it is about where that is not the block alone: "#160 to #175", "#12 in step 4". */
  place: string;
  label: string;
  text: string;
  stale: boolean;
}

/** Head of a block: what colours it, what it is called, where it is, how heavy it is. */
export interface Head {
  tone: string;
  word: string;
  name: string;
  place: string;
  tokens: string;
  why: string;
}

export interface BlockRow {
  type: 'block';
  head: Head;
  /** The side of a comparison that alone has it; null elsewhere. */
  side: 'a' | 'b' | null;
  pieces: Piece[];
  remarks: Remark[];
}

export interface OmissionRow {
  type: 'omission';
  count: number;
  reason: string;
  note: string;
  tokens: string;
  kinds: string;
}

/** A block that both sides have with different words. The renderer compares them, so that what was redacted stays out of the difference. */
export interface ChangedRow {
  type: 'changed';
  heads: [Head, Head];
  a: Piece;
  b: Piece;
  remarks: [Remark[], Remark[]];
}

/** Blocks that a page may fold into one line. */
export interface FoldRow {
  type: 'fold';
  words: string;
  rows: BlockRow[];
}

export interface TableRow {
  type: 'table';
  head: string[];
  rows: string[][];
}

export interface FactsRow {
  type: 'facts';
  facts: Fact[];
}

export interface TextRow {
  type: 'text';
  piece: Piece;
}

export type Row = BlockRow | OmissionRow | ChangedRow | FoldRow | TableRow | FactsRow | TextRow;

/** Phases as cards, and what went from one to the next. */
export interface GraphDrawing {
  lanes: { title: string; cards: number[] }[];
  cards: Card[];
  edges: Arrow[];
}

export interface Card {
  name: string;
  derived: boolean;
  line: string;
  bar: { tone: string; value: number }[];
  figures: Figure[];
}

export interface Arrow {
  from: number;
  to: number;
  type: string;
  above: string;
  below: string;
  /** The state did not reach the model. */
  warn: boolean;
}

/** Values that say what something is, in words of ours that nobody reads: they are not texts. */
const SHAPE: ReadonlySet<string> = new Set(['kind', 'type', 'id', 'tone', 'side']);

/** The same document with every text of it passed through `change`. Pure. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, SHAPE.has(key) ? item : mapTexts(item, change)])) as T;
}

/** Every text of a document, in the order in which it is read. */
export function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) if (!SHAPE.has(key)) yield* textsOf(item);
}
