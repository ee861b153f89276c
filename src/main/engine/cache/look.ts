import type { StepDiff } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { TOOL_DEFINITION } from '../../../shared/model/vocabulary.ts';
import { changesBetween } from '../views/changes-of.ts';
import type { Rim } from '../views/rim.ts';
import type { Shown } from './explain.ts';

type Part = StepDiff['changed'][number];

const partsOf = ({ added, gone, changed }: StepDiff, kind: string): Part[] =>
  [...added, ...gone, ...changed].filter((one) => one.request !== undefined && one.kind === kind);

/** Definitions of tools, which are before all messages wherever a log has them: also those that are entries, as in captured requests. */
const toolsOf = (diff: StepDiff): Part[] => [
  ...partsOf(diff, 'tool'),
  ...[...diff.added, ...diff.gone, ...diff.changed].flatMap((one) =>
    one.request === undefined && one.kind === 'system' && one.label.startsWith(TOOL_DEFINITION)
      ? [{ ...one, label: one.label.slice(TOOL_DEFINITION.length).replace(/^ · /, '') }]
      : [],
  ),
];

const listed = (parts: readonly Part[]): string => {
  const names = [...new Set(parts.map(({ label, kind }) => label || kind))];
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
};

/** The first block that a context no longer has, or has changed; what only came later breaks no prefix. */
const firstOf = ({ gone, changed }: StepDiff): (Part & { reason?: string | null }) | null => {
  const all = [...gone.filter(({ request }) => request === undefined), ...changed.filter(({ request }) => request === undefined)];
  return all.sort((a, b) => a.seq - b.seq)[0] ?? null;
};

/** What breaks the prefix of a request, as the difference of its context from the one before shows it; null where nothing does. */
function shownBy(diff: StepDiff): Shown | null {
  const basis = [...diff.added, ...diff.gone, ...diff.changed].some(({ request }) => request !== undefined) ? 'request' : 'view';
  const tools = toolsOf(diff);
  if (tools.length > 0) return { reason: 'tools-changed', basis: 'request', at: null, what: listed(tools) };
  const system = partsOf(diff, 'system');
  if (system.length > 0) return { reason: 'system-changed', basis: 'request', at: null, what: listed(system) };
  const first = firstOf(diff);
  if (first === null) {
    const [said] = [...diff.gone, ...diff.changed].filter(({ kind }) => kind !== 'parameters');
    return said === undefined ? null : { reason: 'prefix-changed', basis: 'request', at: null, what: said.label || said.kind };
  }
  const cleared = first.reason === 'cleared' || /cleared/.test(first.why);
  return { reason: cleared ? 'cleared' : 'prefix-changed', basis, at: first.seq, what: first.label || first.kind };
}

/** Compares the context of a step with that of the request before. Null where that tells nothing, or cannot be had. */
export async function look(rim: Rim, tape: string, step: number, against: number): Promise<Shown | null> {
  try {
    return shownBy(await changesBetween(rim, { tape, place: { step }, against, choice: parsePolicy('as-recorded') }));
  } catch {
    return null;
  }
}
