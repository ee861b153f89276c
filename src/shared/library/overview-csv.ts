import type { OverviewBy, SumsBy } from '../model/index.ts';
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
    return [textField(group.key), ...counts, money(dollars), money(group.computed), group.unpriced].join(',');
  });
  return `${[`${by},${HEAD}`, ...lines].join('\n')}\n`;
}
