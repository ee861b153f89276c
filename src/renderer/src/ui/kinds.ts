import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';

/** Colour of an entry or a block as a CSS variable: the same in every view. Roles, kinds and tones share one vocabulary. */
const colours: Record<string, string> = {
  system: 'var(--k-system)',
  user: 'var(--k-user)',
  assistant: 'var(--k-assistant)',
  thinking: 'var(--k-assistant)',
  tool: 'var(--k-result)',
  tool_call: 'var(--k-call)',
  call: 'var(--k-call)',
  tool_result: 'var(--k-result)',
  result: 'var(--k-result)',
  anchor: 'var(--k-anchor)',
  summary: 'var(--k-anchor)',
  compaction: 'var(--k-anchor)',
  injected: 'var(--k-event)',
  attachment: 'var(--k-event)',
  event: 'var(--k-event)',
  error: 'var(--k-error)',
  schema: 'var(--k-call)',
  parameters: 'var(--k-event)',
  'cache-mark': 'var(--k-event)',
};

const words: Record<string, string> = {
  tool_call: 'call',
  tool_result: 'result',
  schema: 'tool',
  parameters: 'request',
  'cache-mark': 'cache',
};

/** The CSS colour for a kind, role or tone; `kind: message` takes its role. */
export function kindColour(kind: string, role: string | null = null): string {
  return colours[kind] ?? (role === null ? undefined : colours[role]) ?? 'var(--k-event)';
}

/** The word for a kind in a list: "user", "call", "result"; a kind nobody knows keeps its own name. */
export function kindWord(kind: string, role: string | null = null): string {
  return kind === 'message' && role ? role : (words[kind] ?? kind);
}

/** What an entry is called and coloured by in a list: its kind, unless who put it there says more. */
export function entryTone({ kind, role, flags }: Pick<EntryRow, 'kind' | 'role' | 'flags'>): string {
  if (kind !== 'message') return kind;
  if (has(flags, Flag.Summary)) return 'summary';
  if (has(flags, Flag.Thinking)) return 'thinking';
  return role === 'user' && has(flags, Flag.Meta | Flag.Notification) ? 'injected' : kind;
}

const hints: Record<string, string> = {
  injected: 'Added by the agent program, not typed by a person.',
  attachment: 'Added by the agent program, not typed by a person.',
  summary: 'Replaces the entries that a compaction removed.',
  anchor: 'A marker to rebuild from, with the state that it hands over.',
  thinking: 'What the model wrote for itself.',
  schema: 'A tool offered to the model, with the schema of its input.',
  parameters: 'Model, limits and features of the request. The model does not read them.',
  'cache-mark': 'The provider may read everything above from its cache.',
};

/** What a kind or tone means, where its word does not say it by itself. */
export function kindHint(kind: string): string | undefined {
  return hints[kind];
}
