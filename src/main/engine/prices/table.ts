import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import builtIn from '../../../../resources/prices.json' with { type: 'json' };
import { PROMPT_SIZES, type PriceFile, type PriceRow, type PriceTable } from '../../../shared/model/prices.ts';
import { isRecord } from '../../../shared/model/record.ts';

const isRate = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const OPTIONAL_RATES = ['cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const;

const areRates = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  isRate(value.input) &&
  isRate(value.output) &&
  OPTIONAL_RATES.every((name) => value[name] === undefined || isRate(value[name]));

const isDay = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)));

const isAbove = (value: unknown): boolean => value === undefined || (areRates(value) && PROMPT_SIZES.some((size) => size === value.tokens));

const isRow = (value: unknown): value is PriceRow => areRates(value) && isDay(value.from) && isDay(value.until) && isAbove(value.above);

type Model = PriceFile['models'][number];

const isModel = (value: unknown): value is Model =>
  isRecord(value) &&
  Array.isArray(value.names) &&
  value.names.length > 0 &&
  value.names.every((name) => typeof name === 'string') &&
  Array.isArray(value.prices) &&
  value.prices.every(isRow);

const EXPECTED = `{"date": "2026-11-24", "currency": "USD", "models": [{"names": ["…"], "prices": [{"input": 3, "output": 15}]}]}`;

interface Read {
  own: (Pick<PriceFile, 'date' | 'models'> & { file: string }) | null;
  problem: string | null;
}

const refused = (problem: string): Read => ({ own: null, problem });

/** The user's own prices as they are in their file; one sentence for whatever of it cannot be used. */
const parsed = (file: string, text: string): Read => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    return refused(`${file} is not JSON (${(failure as Error).message}): your own prices are left out.`);
  }
  if (!isRecord(value) || !Array.isArray(value.models)) return refused(`${file} has no list of models. It should look like ${EXPECTED}.`);
  if ((value.currency ?? builtIn.currency) !== builtIn.currency)
    return refused(`${file} has prices in ${String(value.currency)}: logs record ${builtIn.currency}, and sums need one currency.`);
  const models = value.models.filter(isModel).map((model) => ({ ...model, source: file }));
  const left = value.models.findIndex((model) => !isModel(model));
  const sizes = PROMPT_SIZES.join(', ');
  return {
    own: { file, date: typeof value.date === 'string' ? value.date : '', models },
    problem:
      left < 0
        ? null
        : `${file}: model ${left + 1} is left out. It must look like {"names": ["MODEL"], "prices": [{"input": 1, "output": 2}]}, in dollars for a million tokens; above.tokens is one of ${sizes}.`,
  };
};

const readOwn = (file: string): Read => {
  try {
    return parsed(file, readFileSync(file, 'utf8'));
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { own: null, problem: null } : refused(`${file} cannot be read (${code ?? String(failure)}).`);
  }
};

/** Where the user's own prices are. */
function ownPrices(home: string): string {
  return join(home, 'prices.json');
}

/** The list that ships with Tapescope, with the models of the user's own file in front of it. Never throws: `problem` says what is wrong. */
export function loadPrices(home: string): PriceTable {
  const { own, problem } = readOwn(ownPrices(home));
  const named = own && { file: own.file, date: own.date, models: own.models.flatMap(({ names }) => names) };
  const { date, currency, sources, models } = builtIn as PriceFile;
  return { date, currency, sources, models: [...(own?.models ?? []), ...models], own: named, problem };
}

const stampOf = (file: string): string => {
  try {
    const { mtimeMs, size } = statSync(file);
    return `${mtimeMs} ${size}`;
  } catch {
    return '';
  }
};

/** The list of prices, read again when the user's file has changed: the same object as long as it has not. */
export function createPriceTable(home: string): () => PriceTable {
  let kept: { stamp: string; table: PriceTable } | null = null;
  return () => {
    const stamp = stampOf(ownPrices(home));
    if (kept?.stamp !== stamp) kept = { stamp, table: loadPrices(home) };
    return kept.table;
  };
}
