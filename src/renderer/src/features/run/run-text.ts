import type { PriceBook } from '../../../../shared/model/prices.ts';
import type { Run, RunBounds, RunTurn, RunWithin } from '../../../../shared/model/run.ts';
import { contextSize } from '../../../../shared/model/vocabulary.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';

/** "1:12", "1:02:30". */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = `${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** The turns that are under way or were the last: the newest of the run, and that of a run within it for as long as its call runs. */
export function currentTurns({ turns }: Pick<Run, 'turns'>): ReadonlySet<RunTurn> {
  const own = turns.findLast(({ within }) => within === null);
  const last = turns.at(-1);
  const runs = own?.calls.some(({ id, state }) => id === last?.within?.call && state === 'running') ?? last?.within !== null;
  return new Set([own, runs ? last : own].filter((turn) => turn !== undefined));
}

/** Where a turn of a run within the run works. */
export function withinWords({ fork }: RunWithin): string {
  return fork === null ? 'run within' : `run within, on the fork ${fork}`;
}

/** What a run may use and has used, each as "used of limit"; without a limit only what is used. */
export function usedWords(run: Run, now: number): { used: string; of: string }[] {
  const { bounds, turns, earlier, unknown, cost } = run;
  const tokens = contextSize(run.usage) + run.usage.output;
  const spent = (run.ended ?? now) - run.began;
  return [
    ...(bounds.tokens === null ? [] : [{ used: formatNumber(tokens), of: `of ${formatNumber(bounds.tokens)} tokens` }]),
    ...(bounds.dollars !== null || (cost !== null && cost > 0 && unknown === 0)
      ? [{ used: dollarsOf(cost), of: bounds.dollars === null ? '' : `of $${bounds.dollars}` }]
      : []),
    { used: formatNumber(turns.length + earlier), of: `of ${count(bounds.steps, 'request')}` },
    { used: clockOf(spent), of: `of ${clockOf(bounds.seconds * 1000)}` },
  ];
}

/** Why a run ended: "Stopped: answer without calls." What failed says so itself. */
export function stopWords({ stop, bounds }: Pick<Run, 'stop' | 'bounds'>): string {
  if (stop === null) return '';
  const known = reasons(bounds)[stop.reason];
  return known === undefined ? (stop.message ?? `Stopped: ${stop.reason}.`) : known;
}

const reasons = ({ steps, tokens, dollars, seconds }: RunBounds): Record<string, string> => ({
  answered: 'Stopped: answer without calls.',
  cancelled: 'Stopped by you.',
  'max-steps': `Stopped: ${count(steps, 'request')} reached.`,
  'token-budget': `Stopped: budget of ${formatNumber(tokens ?? 0)} tokens reached.`,
  'money-budget': dollars === null ? 'Stopped: budget reached.' : `Stopped: budget of $${dollars} reached.`,
  deadline: `Stopped: ${clockOf(seconds * 1000)} reached.`,
});

/** What a run used in all: "2 requests · 40 tokens in, 6 out · $0.0021". */
export function sumWords(run: Run): string {
  const { usage, unknown, cost, turns, earlier } = run;
  const requests = turns.length + earlier;
  if (requests === 0) return '';
  const used =
    unknown > 0 ? 'the server does not say what was used' : `${count(contextSize(usage), 'token')} in, ${formatNumber(usage.output)} out`;
  return [count(requests, 'request'), used, ...(unknown > 0 ? [] : [dollarsOf(cost)])].join(' · ');
}

/** What the next request will cost to send, without its answer and without what the cache may spare: "about $0.19"; null where nothing is known. */
export function costWords(book: PriceBook | null, model: string, tokens: number): string | null {
  if (book === null || model === '') return null;
  const cost = book.cost(model.slice(model.indexOf(':') + 1), null, { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0 });
  return cost === null ? 'no price for this model' : `about ${dollarsOf(cost)}`;
}

/** Characters of a token, about: as blocks of no known tokenizer are weighed. */
const CHARS = 4;

export function promptTokens(text: string): number {
  return Math.ceil(text.length / CHARS);
}

const QUESTIONS: Record<string, string> = {
  bash: 'Run this command?',
  'fs.write': 'Write this file?',
  'run.sub': 'Start a run within this one?',
};

export function questionOf(tool: string): string {
  return QUESTIONS[tool] ?? `Run ${tool}?`;
}

/** What "Always here" allows, in the words of what is asked. */
export function alwaysWords(tool: string): string {
  if (tool === 'bash') return 'allows exactly this command in this workspace, until you revoke it under the tools.';
  if (tool === 'fs.write') return 'allows writing this file in this workspace, until you revoke it under the tools.';
  if (tool === 'run.sub') return 'allows a run with exactly this prompt in this workspace, until you revoke it under the tools.';
  if (tool.startsWith('mcp.')) return 'allows exactly this call in this workspace, until you revoke it under the tools.';
  return `allows ${tool} in this workspace, until you revoke it under the tools.`;
}

/** What is drawn as nothing or turns the order of reading; spaces of other widths count, as a shell takes them for part of a word. */
const HIDDEN = /[^\P{C}\t\n]|\p{DI}|[\p{Zl}\p{Zp}\u2800]|[^\P{Zs} ]/gu;

/** Text in which each hidden character is its number, as \u{202e}: what a person allows is what will run. */
export function spellHidden(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
