import type { Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { pathIn } from '../compare/paths.ts';

/** What a context file says of itself in its first lines. */
export interface Header {
  /** As it is in the heading, where long paths are shortened. */
  shown: string;
  /** Epoch ms, to the second. */
  builtAt: number | null;
  /** The first digits of the hash of its inputs. */
  hash: string;
  tier: Tier | null;
}

/** Line numbers and arrows that tools put before what they read; a cut answer still has the first lines. */
const HEADING = /# FloatPrompt Context: (.{1,200})$/gm;

const tierIn = (text: string): Tier | null => {
  const word = /^.{0,20}> Tier: (\w+)\s*$/m.exec(text)?.[1];
  return TIERS.find((tier) => tier === word) ?? null;
};

const timeIn = (text: string): number | null => {
  const time = Date.parse(/^.{0,20}> Generated: (\S+)\s*$/m.exec(text)?.[1] ?? '');
  return Number.isNaN(time) ? null : time;
};

/** Characters after a heading in which the other lines are looked for. */
const NEAR = 600;

/** The headers of all context files that a text shows, in order. Pure; the text is data. */
export function headersIn(text: string): Header[] {
  return [...text.matchAll(HEADING)].flatMap((match) => {
    const near = text.slice(match.index, match.index + NEAR);
    const own = near.slice(0, Math.max(0, near.indexOf('# FloatPrompt Context: ', 2)) || NEAR);
    const hash = /\(hash: ([0-9a-f]{8,64})\)/.exec(own)?.[1];
    return hash === undefined ? [] : [{ shown: (match[1] ?? '').trim(), builtAt: timeIn(own), hash, tier: tierIn(own) }];
  });
}

/** A context file as a call names it. */
export interface Mention {
  /** As the transcript has it, with plain slashes. */
  file: string;
  /** Its name in `.float/context/`. */
  name: string;
  /** What comes before `.float`: a whole path, a relative one, or ''. */
  before: string;
}

const FILE = /\.float(?:\/|\\{1,2})context(?:\/|\\{1,2})([^\s"'`<>|;,()/\\]{1,300}\.md)/g;
const WHOLE = /^([^\n]*?)\.float(?:\/|\\)context(?:\/|\\)([^/\\\n]{1,300}\.md)$/;
const STOPS = new Set(' \t\n\r"\'`<>|;,()=');
const LONGEST = 4096;

/** The word in a command line that ends at `end`, from where it begins; the text may be a megabyte without a blank. */
const wordBefore = (text: string, end: number): string => {
  let from = end;
  while (from > Math.max(0, end - LONGEST) && !STOPS.has(text.charAt(from - 1))) from -= 1;
  return text.slice(from, end);
};

const mentionOf = (before: string, name: string): Mention => {
  const plain = before.replace(/\\+/g, '/');
  return { file: `${plain}.float/context/${name}`, name, before: plain.replace(/\/+$/, '') };
};

/** The context files that the input of a call names, each once: the one in its field for a file, or those in its words. */
export function mentionsIn(input: string): Mention[] {
  const path = pathIn(input);
  const whole = path === null ? null : WHOLE.exec(path);
  if (whole) return [mentionOf(whole[1] ?? '', whole[2] ?? '')];
  const found = [...input.matchAll(FILE)].map((match) => mentionOf(wordBefore(input, match.index), match[1] ?? ''));
  return [...new Map(found.map((one) => [one.file, one])).values()];
}
