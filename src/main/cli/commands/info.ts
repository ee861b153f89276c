import type { NativeInfo } from '../../../shared/model/native.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { bytes, count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { relative } from '../format/time.ts';
import { pad, truncate, truncateStart } from '../format/width.ts';
import { withTape } from '../native.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: [],
  example: ['tape info', 'also names the sessions and the open forks'],
  run,
};

function run(context: Context): Promise<number | undefined> {
  return withTape(context, (tape) => {
    const info = tape.info();
    if (context.json) context.terminal.json(info);
    else context.terminal.print(formatInfo(info, context.terminal.layout));
    return undefined;
  });
}

const LABEL = 14;

const lastAnchor = ({ lastAnchor: last, entriesSince }: NativeInfo, now: number): string => {
  if (!last) return 'none';
  return `${clean(last.name)} (phase ${last.seq}, entry ${count(last.id)}, ${relative(Date.parse(last.at), now)}), ${plural(entriesSince, 'entry', 'entries')} since`;
};

const names = (all: readonly string[]): string => all.map(clean).join(', ');

const tokens = ({ tokens: { value, basis } }: NativeInfo): string => `${basis === 'estimated' ? '~' : ''}${count(value)} ${basis}`;

/** Where a tape is and what is in it, a line each. Leaves out what is not there. */
export function formatInfo(info: NativeInfo, { width, style, now }: Layout): string[] {
  const room = width - LABEL;
  const line = (label: string, text: string): string => `${style.dim(pad(label, LABEL))}${truncate(text, room)}`;
  const place = (label: string, path: string): string => `${style.dim(pad(label, LABEL))}${truncateStart(clean(path), room)}`;
  return [
    place('directory', info.root),
    place('workspace', info.workspace),
    line('session', `${clean(info.session)}${info.fork === null ? '' : `, fork ${clean(info.fork)}`}`),
    line('entries', count(info.entries)),
    line('anchors', count(info.anchors)),
    line('last anchor', lastAnchor(info, now)),
    ...(info.lastAnchor?.altered ? [style.bad(`${pad('', LABEL)}altered after it was written: tape verify checks every line`)] : []),
    line('size', `${bytes(info.bytes)}, ${tokens(info)} tokens`),
    ...(info.fork === null ? [line('forks', info.forks === 0 ? 'none open' : `${count(info.forks)} open: ${names(info.openForks)}`)] : []),
    ...(info.sessions.length > 1 ? [line('sessions', names(info.sessions))] : []),
    ...(info.gate === null ? [] : [line('merge gate', clean(info.gate))]),
    ...(info.stateSchema ? [line('state', 'must meet state.schema.json')] : []),
    ...(info.recovered > 0 ? [line('recovered', `${plural(info.recovered, 'torn line')} set aside in recovered/`)] : []),
  ];
}
