/** How much a model can read, in tokens, by the start of its name without a provider. The first row that fits counts. */
const LIMITS: readonly (readonly [start: string, tokens: number])[] = [
  ['claude-2.0', 100_000],
  ['claude', 200_000],
  ['gpt-5', 400_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4-32k', 32_768],
  ['gpt-4', 8_192],
  ['gpt-3.5', 16_385],
  ['o1-mini', 128_000],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['gemini', 1_048_576],
  ['qwen3-coder', 262_144],
  ['deepseek', 131_072],
];

const MILLION = 1_000_000;

/** How the names of models begin that are told apart here; after a colon may come a provider's model, or a tag of it. */
const FAMILY = /(^|\.)(claude|gpt|chatgpt|o[134]|gemini|qwen|deepseek)/;

/**
 * What a model is called in lower case, without its provider, a tag and the mark of a larger window; '' for none. Claude's names are those
 * of Anthropic, also where Bedrock (`us.anthropic.claude-…-v1:0`) and Vertex (`claude-…@20250929`) spell them differently.
 */
export function plainModel(model: string | null): string {
  if (asked.model !== model) asked = { model, name: plainName(model) };
  return asked.name;
}

/** The newest answer: each request of a context asks, and they are of one model. */
let asked: { model: string | null; name: string } = { model: null, name: '' };

const plainName = (model: string | null): string => {
  const parts = (model ?? '').toLowerCase().replace('[1m]', '').split(/[:/]/);
  const name = parts.findLast((part) => FAMILY.test(part)) ?? parts.at(-1) ?? '';
  const claude = name.lastIndexOf('claude');
  return claude < 0
    ? name
    : name
        .slice(claude)
        .replace(/-v\d+$/, '')
        .replace('@', '-');
};

/** Whose API serves a model, by its name; null where the name does not tell. */
export function providerOf(model: string | null): 'anthropic' | 'openai' | null {
  const name = plainModel(model);
  if (name.startsWith('claude')) return 'anthropic';
  return /^(gpt-|chatgpt-|o[1-9](-|$))/.test(name) ? 'openai' : null;
}

const MINUTE = 60_000;

/**
 * How long a provider keeps what a request wrote to its cache, in milliseconds from when it was last read: Claude's five minutes, or an hour where
 * the request asked for that. Null where nothing is promised.
 */
export function cacheLifetime(model: string | null, forHour: boolean): number | null {
  if (!plainModel(model).startsWith('claude')) return null;
  return (forHour ? 60 : 5) * MINUTE;
}

/**
 * The context limit of a model in tokens; null where it is not known. `recorded` is the largest context that was seen for it:
 * the same name may stand for a larger window (Claude's of one million), and a limit below what was read would be wrong.
 */
export function contextLimit(model: string | null, recorded = 0): number | null {
  const name = plainModel(model);
  const known = model?.toLowerCase().includes('[1m]') ? MILLION : (LIMITS.find(([start]) => name.startsWith(start))?.[1] ?? null);
  if (known === null || recorded <= known) return known;
  return recorded <= MILLION && name.startsWith('claude') ? MILLION : null;
}
