import type { TapeRow } from '../model/index.ts';
import { type NameOf, recordedTokens, relationName, titleOf } from './names.ts';
import { textField } from './overview-csv.ts';

const HEAD =
  'tape,title,project,repository,agent,model,started,ended,steps,tokens,input,output,cache_read,cache_write,compactions,forks,errors,parent,relation,favourite,tags,file,cost,cost_is_whole,copied_steps';

const iso = (time: number | null): string => (time === null ? '' : new Date(time).toISOString());

const line = (tape: TapeRow, nameOf: NameOf): string => {
  const { usage, own, joined } = tape;
  const texts = [tape.id, titleOf(tape), tape.project, joined?.of ?? '', nameOf(tape.format), tape.model ?? ''].map(textField);
  const tokens = [recordedTokens(tape), usage.input, usage.output, usage.cacheRead, usage.cacheWrite];
  const counts = [tape.steps, ...tokens, tape.compactions, tape.branches, tape.failed];
  const rest = [tape.parent ?? '', relationName(tape.relation), own?.favourite ? 'yes' : '', (own?.tags ?? []).join(' '), tape.file];
  const cost = [tape.cost?.dollars ?? '', tape.cost === undefined ? '' : tape.cost.whole ? 'yes' : 'no'];
  return [...texts, iso(tape.started), iso(tape.ended), ...counts, ...rest.map(textField), ...cost, tape.copied?.steps ?? 0].join(',');
};

/** Tapes as comma-separated values, a line each under a head. Times are ISO 8601 in UTC; what a log does not say, or has no price, is an empty field. Costs are in dollars. `steps` without `copied_steps`, which another tape counts, add up to those of the overview. */
export function libraryCsv(tapes: readonly TapeRow[], nameOf: NameOf): string {
  return `${[HEAD, ...tapes.map((tape) => line(tape, nameOf))].join('\n')}\n`;
}
