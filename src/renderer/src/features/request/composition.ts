import type { Category, Part } from './parts.ts';

/** A share of the window of a model. */
export interface Share {
  id: Category | 'free_space';
  name: string;
  tokens: number;
}

const NAMES: Readonly<Record<Category, string>> = {
  system_prompt: 'System prompt',
  system_tools: 'Tools',
  mcp_tools: 'MCP tools',
  memory_files: 'Memory files',
  messages: 'Messages',
};

/** What the tokens of a request are made of, and what is left of the model's limit; shares of nothing are left out. */
export function sharesOf(parts: readonly Part[], weights: readonly number[], limit: number | null): Share[] {
  const sums = new Map<Category, number>();
  for (const [at, { category }] of parts.entries())
    if (category !== null) sums.set(category, (sums.get(category) ?? 0) + (weights[at] ?? 0));
  const all = [...sums.values()].reduce((sum, one) => sum + one, 0);
  const shares = (Object.keys(NAMES) as Category[]).flatMap((id): Share[] => {
    const tokens = Math.round(sums.get(id) ?? 0);
    return tokens > 0 ? [{ id, name: NAMES[id], tokens }] : [];
  });
  const free = limit === null ? 0 : Math.round(limit - all);
  return free > 0 ? [...shares, { id: 'free_space', name: 'Free space', tokens: free }] : shares;
}
