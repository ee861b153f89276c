import type { PartWeights } from './part-weights.ts';
import type { Category, Part } from './sent-parts.ts';
import type { TokenCount } from './view.ts';

/** A share of the window of a model. */
export interface Share {
  id: Category | 'thinking' | 'not_in_log' | 'free_space';
  name: string;
  tokens: TokenCount;
}

const NAMES: Readonly<Record<Category, string>> = {
  system_prompt: 'System prompt',
  system_tools: 'Tools',
  mcp_tools: 'MCP tools',
  memory_files: 'Memory files',
  messages: 'Messages',
};

/**
 * What the tokens of a request are made of: together its size. Then what is left of the model's limit, where one is given. Shares of nothing are left out.
 * What is not in the log is the rest of the size.
 */
export function sharesOf(parts: readonly Part[], { size, of, absent }: PartWeights, limit: number | null): Share[] {
  const sums = new Map<Category, { value: number; counted: boolean }>();
  for (const [at, { category }] of parts.entries()) {
    if (category === null) continue;
    const { value, counted } = sums.get(category) ?? { value: 0, counted: true };
    sums.set(category, { value: value + (of[at]?.value ?? 0), counted: counted && of[at]?.basis === 'counted' });
  }
  const shares = (Object.keys(NAMES) as Category[]).flatMap((id): Share[] => {
    const { value = 0, counted = false } = sums.get(id) ?? {};
    return value > 0 ? [{ id, name: NAMES[id], tokens: { value, basis: counted ? 'counted' : 'estimated' } }] : [];
  });
  const beyond = absent.map(({ what, tokens }): Share => {
    return what === 'thinking'
      ? { id: 'thinking', name: 'Thinking', tokens: { value: tokens, basis: 'estimated' } }
      : { id: 'not_in_log', name: 'Not in the log', tokens: { value: tokens, basis: size.basis } };
  });
  const free = limit === null ? 0 : limit - size.value;
  const room: Share[] = free > 0 ? [{ id: 'free_space', name: 'Free space', tokens: { value: free, basis: size.basis } }] : [];
  return [...shares, ...beyond, ...room];
}
