import type { FloatContext, Tier } from '../../../shared/model/float.ts';
import { TIER_BUDGETS } from '../../../shared/model/float-kinds.ts';
import { type Fitted, fitPieces, release } from './fit.ts';
import type { Float } from './float.ts';
import { type Heading, type Section, sectionsOf } from './format.ts';
import { contextHash, createReader, gather, type Inputs } from './gather.ts';
import { unknownFolder } from './known.ts';
import { baseName } from './names.ts';
import { folderPath } from './paths.ts';
import { piecesOf } from './pieces.ts';
import { prepared } from './prepared.ts';
import { type CountTokens, loadCounter } from './tokens.ts';

/** The context of a folder as `build` would write it now; nothing is written. Throws 'not-found'. */
export async function assembleContext(float: Float, folder: string, tier: Tier): Promise<FloatContext> {
  const path = folderPath(folder);
  const count = await loadCounter();
  const inputs = float.db.transaction(() => gather(createReader(float.db), path))();
  if (inputs === null) throw unknownFolder(float.db, path);
  return renderContext(inputs, { tier, file: fileNames(float.db, path)(tier), hash: contextHash(inputs), at: float.now(), count });
}

const ALIKE = 'SELECT count(*) FROM folders WHERE name_key = (SELECT name_key FROM folders WHERE path = ?) AND gone_at IS NULL';

/** The names of a folder's context files; one that another folder's differs from in case alone has a tail. */
export function fileNames(db: Float['db'], path: string): (tier: Tier) => string {
  const alike = prepared(db, ALIKE).pluck().get(path) as number;
  const base = baseName(path, alike > 1);
  return (tier) => `${base}.${tier}.md`;
}

export interface Rendering {
  tier: Tier;
  file: string;
  /** Of these inputs; worked out once for all tiers. */
  hash: string;
  at: number;
  count: CountTokens;
}

/** Inputs to a context file. Pure: equal inputs give equal bytes but for the time line. */
export function renderContext(inputs: Inputs, { tier, file, hash, at, count }: Rendering): FloatContext {
  const budget = TIER_BUDGETS[tier];
  const heading: Heading = { path: inputs.folder.path, tier, contextHash: hash, at };
  const pieces = piecesOf(inputs, tier);
  const frame = budget === null ? 0 : weigh(sectionsOf(heading, fitPieces(pieces, 0, count)), count);
  const first = fitPieces(pieces, budget === null ? null : budget - 1 - frame, count);
  const { fitted, sections } = squeeze(heading, first, budget, count);
  return {
    path: heading.path,
    tier,
    file,
    text: sections.map(({ text }) => text).join(''),
    contextHash: heading.contextHash,
    tokens: weigh(sections, count),
    budget,
    sections: sections.map(({ name, text }) => ({ name, tokens: count(text) })),
    included: fitted.included.map(({ kind, id }) => ({ kind, id })),
    cuts: fitted.cuts,
  };
}

const weigh = (sections: readonly Section[], count: CountTokens): number => sections.reduce((sum, { text }) => sum + count(text), 0);

/** Pieces are weighed one by one; what they take together may be a little more. Ends when it fits or nothing is left to give. */
const squeeze = (heading: Heading, first: Fitted, budget: number | null, count: CountTokens): { fitted: Fitted; sections: Section[] } => {
  let fitted = first;
  for (;;) {
    const sections = sectionsOf(heading, fitted);
    const over = budget === null ? 0 : weigh(sections, count) - (budget - 1);
    if (over <= 0 || fitted.included.length === 0) return { fitted, sections };
    fitted = release(fitted, over, count);
  }
};
