import { abouts } from './abouts.ts';
import { amp } from './amp/format.ts';
import { atif } from './atif/format.ts';
import { bub } from './bub/format.ts';
import { chatlist } from './chatlist/format.ts';
import { claudeCode } from './claude-code/format.ts';
import { cline } from './cline/format.ts';
import { codex } from './codex/format.ts';
import { copilot } from './copilot/format.ts';
import { entire } from './entire/format.ts';
import type { Format, Sample } from './format.ts';
import { gemini } from './gemini/format.ts';
import { goose } from './goose/format.ts';
import { inspect } from './inspectai/format.ts';
import { kimi } from './kimi/format.ts';
import { langGraph } from './langgraph/format.ts';
import { mapped } from './mapped/format.ts';
import { native } from './native/format.ts';
import { ohMyPi } from './oh-my-pi/format.ts';
import { openClaw } from './openclaw/format.ts';
import { openCode } from './opencode/format.ts';
import { openHands } from './openhands/format.ts';
import { otel } from './otel/format.ts';
import { pi } from './pi/format.ts';
import { qwen } from './qwen/format.ts';
import { roo } from './roo/format.ts';
import { sweAgent } from './swe-agent/format.ts';
import { tapeAgents } from './tapeagents/format.ts';
import { wirelog } from './wirelog/format.ts';

/** Every log format that Tapescope reads. To add one: a folder and a row. A build loads each agent's folder when its row is first called. Among equally sure ones the first wins, so heirs come before the one they take after: a native line is a Bub entry with more in it. */
const table = {
  'claude-code': () => claudeCode,
  native: () => native,
  bub: () => bub,
  openclaw: () => openClaw,
  'oh-my-pi': () => ohMyPi,
  pi: () => pi,
  codex: () => codex,
  gemini: () => gemini,
  copilot: () => copilot,
  qwen: () => qwen,
  kimi: () => kimi,
  otel: () => otel,
  wirelog: () => wirelog,
  chatlist: () => chatlist,
  entire: () => entire,
  opencode: () => openCode,
  atif: () => atif,
  'swe-agent': () => sweAgent,
  tapeagents: () => tapeAgents,
  amp: () => amp,
  roo: () => roo,
  cline: () => cline,
  goose: () => goose,
  openhands: () => openHands,
  langgraph: () => langGraph,
  inspectai: () => inspect,
  mapped: () => mapped,
} as const satisfies Readonly<Record<string, () => Format>>;

/** The ids of the formats that are read: each has a row in `rules.ts`. */
export type FormatId = keyof typeof table;

/** All formats. A reader is loaded where its row is looked up, so whoever knows the format of a tape asks for that one. */
export function formats(): Format[] {
  return Object.values(table).map((format) => format());
}

const isKnown = (id: string): id is FormatId => Object.hasOwn(table, id);

/** The format of that id; null where no row has it. */
export function formatNamed(id: string): Format | null {
  return isKnown(id) ? table[id]() : null;
}

/** The format of that id, as the catalog stores it. Throws for an id that no table row has. */
export function formatById(id: string): Format {
  if (!isKnown(id)) throw new Error(`no log format is called ${id}`);
  return table[id]();
}

const SUREST = 1;

/** Formats that take after another: what is of them is of that one too. */
const HEIRS: ReadonlyMap<string, string | undefined> = new Map(abouts.map(({ id, heirOf }) => [id, heirOf]));

/** Formats that are as sure about a sample as the surest, and surer than not, without those that another of them takes after. */
export function likeliest(sample: Sample): Format[] {
  let best: Format[] = [];
  let confidence = 0.5;
  for (const look of Object.values<() => Format>(table)) {
    const format = look();
    const sure = surety(format, sample);
    if (sure < confidence || sure === 0.5) continue;
    if (sure > confidence) best = [];
    best.push(format);
    confidence = sure;
    // Nobody can be surer, and each of those that are left would look at every record.
    if (sure >= SUREST) break;
  }
  const elders = new Set(best.map(({ id }) => HEIRS.get(id)));
  return best.filter(({ id }) => !elders.has(id));
}

/** How far a sample is of a format, 0 to 1. A format that has no documents is sure of none. */
export function surety(format: Format, sample: Sample): number {
  return sample.document && !format.document ? 0 : format.detect(sample);
}

/** The format that a log of no known agent comes closest to, and what to do about it. */
export function nearestTo(sample: Sample): string {
  if (sample.records.length === 0) return '';
  const sure = formats().map((format) => [format.name, format.detect(sample)] as const);
  const [name, most] = sure.reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as const);
  const near = most > 0 ? ` The closest format is ${name}: ${Math.round(most * 100)} % of it fits.` : '';
  // A mapping says where things are in a record of a line.
  return sample.document ? `${near} A mapping needs one record per line.` : `${near} “tape formats init” proposes a mapping for it.`;
}
