import type { ContextState, Cut, DependencyType, FloatFolder, PieceKind, TextBy, Tier } from '../../../../shared/model/float.ts';
import { TIER_BUDGETS } from '../../../../shared/model/float-kinds.ts';
import { count, formatNumber } from '../../ui/format.ts';

/** The state of a context file in a word or two. */
export const STATE_WORDS: Record<ContextState, string> = {
  current: 'current',
  stale: 'stale',
  pending: 'not built',
  missing: 'missing',
  changed: 'edited',
  foreign: 'foreign',
  'over-budget': 'over budget',
};

/** The same in a sentence. */
export const STATE_SENTENCES: Record<ContextState, string> = {
  current: 'Current: the file matches the last scan.',
  stale: 'An input of this file has changed since its build.',
  pending: 'This file was never built.',
  missing: 'This file was built, and deleted since.',
  changed: 'This file was edited after its build.',
  foreign: 'No build wrote this file.',
  'over-budget': 'This file exceeds the budget of its tier.',
};

export function toneOf(state: ContextState): 'ok' | 'warn' | 'error' | 'plain' {
  return state === 'current' ? 'ok' : state === 'pending' ? 'plain' : state === 'missing' ? 'error' : 'warn';
}

export function byWords(by: TextBy | null): string {
  return by === null ? '' : { person: 'by hand', model: 'by a model', extracted: 'extracted' }[by];
}

/** Who describes a folder, where that is worth a word in a tree. */
export function describedWords({ description, descriptionBy }: FloatFolder): string {
  return description === null && descriptionBy === null ? 'not described' : descriptionBy === 'extracted' ? '' : byWords(descriptionBy);
}

export const TYPE_WORDS: Record<DependencyType, string> = {
  subtree: 'its files',
  description: 'description',
  scope: 'scope chain',
  scope_boot: 'boot text',
  log: 'decisions',
  children: 'list of children',
  reference: 'reference',
};

export const SECTION_WORDS: Record<string, string> = {
  header: 'Header',
  boot: 'Boot',
  chain: 'Scope chain',
  current: 'This folder',
  navigation: 'Navigation',
  cut: 'Cut list',
};

const KIND_WORDS: Record<PieceKind, readonly [string, string]> = {
  description: ['description', 'descriptions'],
  boot: ['boot text', 'boot texts'],
  chain: ['scope', 'scopes'],
  'decision-marked': ['marked decision', 'marked decisions'],
  content: ['context text', 'context texts'],
  'decision-here': ['decision', 'decisions'],
  parent: ['parent', 'parents'],
  child: ['child folder', 'child folders'],
  related: ['related scope', 'related scopes'],
  file: ['file', 'files'],
  'decision-ancestor': ['decision from above', 'decisions from above'],
  sibling: ['sibling', 'siblings'],
};

export function kindWords(kind: PieceKind, amount: number): string {
  return count(amount, ...KIND_WORDS[kind]);
}

/** Why something is not in the file, or not whole. */
export function cutReason({ reason, shortened }: Pick<Cut, 'reason' | 'shortened'>, tier: Tier): string {
  if (reason === 'tier') return shortened ? `shortened: ${tier} shows a first line` : `left out: ${tier} does not hold them`;
  if (reason === 'window') return shortened ? 'shortened: beyond the last few' : 'left out: beyond the last few';
  const budget = formatNumber(TIER_BUDGETS[tier] ?? 0);
  return shortened ? `shortened: no room within ${budget} tokens` : `left out: no room within ${budget} tokens`;
}

/** The last part of a path, '/' for the project itself. */
export function lastName(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? '/';
}

/** "/, /src and 3 more": as many names as a line has room for. */
export function someOf(paths: readonly string[], most = 4): string {
  const shown = paths.length <= most + 1 ? paths : paths.slice(0, most);
  const more = paths.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${formatNumber(more)} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** "Saving makes 4 contexts stale: /, /src, …" */
export function wouldWords(paths: readonly string[]): string {
  return paths.length === 0 ? 'No built context shows this.' : `Makes ${count(paths.length, 'context')} stale: ${someOf(paths)}.`;
}
