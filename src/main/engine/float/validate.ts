import type { ContextState, Tier, ValidateRow } from '../../../shared/model/float.ts';
import { TIER_BUDGETS } from '../../../shared/model/float-kinds.ts';
import { fileNames } from './context.ts';
import { digestOf, listContexts, readContext } from './context-files.ts';
import type { Float } from './float.ts';
import { contextHash, createReader, gather, type Reader } from './gather.ts';
import { byText } from './paths.ts';
import { prepared } from './prepared.ts';
import { allBuilt, type Built, tiersInUse } from './record.ts';
import { type CountTokens, loadCounter } from './tokens.ts';

/**
 * Every context file against the database, and every folder against its files; in the order of the files' names. Hashes all inputs again,
 * so that a mark that was lost is found too. Whether the project is still as the last scan saw it, `unscanned` tells. Nothing is written.
 */
export async function validate(float: Float): Promise<ValidateRow[]> {
  const count = await loadCounter();
  return float.db.transaction(() => {
    const reader = createReader(float.db);
    const built = allBuilt(float.db);
    const known = new Set(built.map(({ file }) => file));
    const foreign = listContexts(float).filter((file) => !known.has(file));
    return [...built.map((one) => judge(float, reader, one, count)), ...pendingRows(float, built), ...foreign.map(foreignRow)].sort(
      (a, b) => byText(a.file, b.file),
    );
  })();
}

const WORDS: Record<ContextState, string> = {
  current: '',
  stale: 'Its inputs have changed since it was built.',
  pending: 'It was never built.',
  missing: 'It was built and is no longer there.',
  changed: 'Somebody changed it since it was built.',
  foreign: 'No build wrote it.',
  'over-budget': 'It has more tokens than its tier may have.',
};

const row = (file: string, path: string | null, tier: Tier | null, state: ContextState, tokens: number | null): ValidateRow => ({
  file,
  path,
  tier,
  state,
  tokens,
  words: WORDS[state],
});

const judge = (float: Float, reader: Reader, built: Built, count: CountTokens): ValidateRow => {
  const text = readContext(float, built.file);
  if (text === null) return row(built.file, built.path, built.tier, 'missing', null);
  const changed = digestOf(text) !== built.digest;
  const tokens = changed ? count(text) : built.tokens;
  const over = tokens >= (TIER_BUDGETS[built.tier] ?? Number.POSITIVE_INFINITY);
  const state: ContextState = changed ? 'changed' : isStale(float, reader, built) ? 'stale' : over ? 'over-budget' : 'current';
  const found = row(built.file, built.path, built.tier, state, tokens);
  return state === 'current' && reader.folder(built.path)?.older ? { ...found, words: OLDER } : found;
};

/** The file says so itself, and is as it should be; only who wrote the text can tell whether it still holds. */
const OLDER = 'What it says of the folder was written before the folder’s files last changed.';

const isStale = (float: Float, reader: Reader, built: Built): boolean => {
  if (built.staleAt !== null || built.file !== fileNames(float.db, built.path)(built.tier)) return true;
  const inputs = gather(reader, built.path);
  return inputs === null || contextHash(inputs) !== built.hash;
};

const pendingRows = (float: Float, built: readonly Built[]): ValidateRow[] => {
  const has = new Set(built.map(({ path, tier }) => `${tier} ${path}`));
  const folders = prepared(float.db, 'SELECT path FROM folders WHERE gone_at IS NULL').pluck().all() as string[];
  return tiersInUse(float.db, ['standard']).flatMap((tier) =>
    folders.filter((path) => !has.has(`${tier} ${path}`)).map((path) => row(fileNames(float.db, path)(tier), path, tier, 'pending', null)),
  );
};

const foreignRow = (file: string): ValidateRow => row(file, null, null, 'foreign', null);
