import type { LostSums, OverviewBy, SumsBy, ToolSum, ViewVerdict } from '../model/index.ts';
import { tokensOf } from '../model/overview.ts';

/** A field that a spreadsheet takes for text: names come from logs, and must be no formula. */
export function textField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const HEAD =
  'sessions,sub_agents,steps,steps_without_usage,errors,compactions,input,output,cache_read,cache_write,tokens,priced_steps,recorded_dollars,computed_dollars,unpriced_steps';

const money = (dollars: number): number | '' => (dollars === 0 ? '' : Number(dollars.toFixed(6)));

/** The groups of an overview as comma-separated values. Money that nothing is known of is an empty field, not a zero. */
export function overviewCsv(by: OverviewBy, { groups }: Pick<SumsBy, 'groups'>): string {
  const lines = groups.map((group) => {
    const { sessions, subAgents, steps, silent, errors, compactions, input, output, cacheRead, cacheWrite, priced, dollars } = group;
    const counts = [sessions, subAgents, steps, silent, errors, compactions, input, output, cacheRead, cacheWrite, tokensOf(group), priced];
    return [textField(group.key), ...counts, money(dollars), money(group.computed), group.unpriced];
  });
  return csv(`${by},${HEAD}`, lines);
}

const csv = (head: string, lines: readonly (readonly (string | number)[])[]): string =>
  `${[head, ...lines.map((line) => line.join(','))].join('\n')}\n`;

/** Tools as comma-separated values, times in milliseconds; a time that no log has is an empty field. */
export function toolsCsv(tools: readonly ToolSum[]): string {
  return csv(
    'tool,agents,sessions,calls,failed,timed_calls,total_ms,median_ms,longest_ms,longest_tape,longest_entry',
    tools.map(({ name, agents, sessions, calls, failed, timed, total, median, longest }) => [
      ...[textField(name), textField(agents.join(' ')), sessions, calls, failed, timed, timed === 0 ? '' : Math.round(total)],
      ...[median === null ? '' : Math.round(median), longest?.took ?? '', longest?.tape ?? '', longest?.seq ?? ''],
    ]),
  );
}

/** Sessions that lost instructions as comma-separated values. */
export function lostCsv(sessions: LostSums['sessions']): string {
  return csv(
    'tape,title,project,agent,compactions,instructions_that_left,lost,worst_compaction',
    sessions.map(({ tape, title, project, format, compactions, instructions, lost, worst }) => [
      ...[tape, textField(title), textField(project), format, compactions, instructions, lost, worst],
    ]),
  );
}

/** How often views are what was sent as comma-separated values: a line for each kind of block. */
export function verdictsCsv(verdicts: readonly ViewVerdict[]): string {
  const lines = verdicts.flatMap(({ agent, version, steps, verified, differs, byKind }) =>
    Object.entries(byKind).map(([kind, blocks]) => [
      ...[agent, textField(version ?? ''), steps, verified, differs, textField(kind)],
      ...[blocks.equal, blocks.differs, blocks.onlySent, blocks.onlyDerived],
    ]),
  );
  return csv('agent,version,steps,verified,differs,kind,blocks_equal,blocks_different,blocks_only_sent,blocks_only_derived', lines);
}
