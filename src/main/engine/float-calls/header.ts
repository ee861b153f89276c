import type { Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-words.ts';

/** What a context file says of itself in its first lines. */
export interface Header {
  /** As it stands in the heading, where long paths are shortened. */
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

/** Characters behind a heading in which the other lines are looked for. */
const NEAR = 600;

/** The headers of all context files that a text shows, in order. Pure; the text is data. */
export const headersIn = (text: string): Header[] =>
  [...text.matchAll(HEADING)].flatMap((match) => {
    const near = text.slice(match.index, match.index + NEAR);
    const own = near.slice(0, Math.max(0, near.indexOf('# FloatPrompt Context: ', 2)) || NEAR);
    const hash = /\(hash: ([0-9a-f]{8,64})\)/.exec(own)?.[1];
    return hash === undefined ? [] : [{ shown: (match[1] ?? '').trim(), builtAt: timeIn(own), hash, tier: tierIn(own) }];
  });

const FILE = /[^\s"'`<>|;,()]*\.float(?:\/|\\{1,2})context(?:\/|\\{1,2})([^\s"'`<>|;,()/\\]+\.md)/g;

/** A context file as a call names it. */
export interface Mention {
  /** As the transcript has it. */
  file: string;
  /** Its name in `.float/context/`. */
  name: string;
  /** What stands before `.float`: a whole path, a relative one, or ''. */
  before: string;
}

/** The context files that the input of a call names, each once. */
export const mentionsIn = (input: string): Mention[] => {
  const found = [...input.matchAll(FILE)].map(([file, name = '']) => {
    const plain = file.replaceAll('\\\\', '\\').replaceAll('\\', '/');
    return { file: plain, name, before: plain.slice(0, plain.lastIndexOf('.float/')).replace(/\/+$/, '') };
  });
  return [...new Map(found.map((one) => [one.file, one])).values()];
};
