import type { WatchOptions, WatchTold } from '../../../engine/float/watch.ts';
import type { Context, Declaration } from '../../command.ts';
import { clean } from '../../format/clean.ts';
import { plural } from '../../format/number.ts';
import type { Layout } from '../../format/style.ts';
import { clock } from '../../format/time.ts';
import { COMMON, tier } from '../flags.ts';
import { teller, tierOf, withFloat } from '../project.ts';

export const command: Declaration = {
  flags: [tier, ...COMMON],
  notes: [
    'Many changes at once are one scan and one build. Without --tier the tiers that were ever built, or all four. ' +
      'With --json one object a line: {"event": "watching"}, "scan", "build" or "failed".',
  ],
  example: ['float watch', 'keeps the context files current while you work'],
  run,
};

const words = (told: WatchTold): string => {
  if (told.event === 'failed') return clean(told.message);
  if (told.event === 'build') {
    const { written, removed } = told.receipt;
    return [
      written.length > 0 && `${plural(written.length, 'file')} built`,
      removed.length > 0 && `${plural(removed.length, 'file')} removed`,
    ]
      .filter((part) => part !== false)
      .join(', ');
  }
  const { added, changed, removed, newFolders, goneFolders } = told.receipt;
  const folders = newFolders.length + goneFolders.length;
  return [`${plural(added + changed + removed, 'file')} changed`, folders > 0 && `${plural(folders, 'folder')} new or gone`]
    .filter((part) => part !== false)
    .join(', ');
};

const line = (told: WatchTold, { style }: Layout): string =>
  `${style.dim(clock(Date.now()).slice(11))}  ${told.event === 'failed' ? style.bad(words(told)) : words(told)}`;

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });

const tellOf =
  ({ json, terminal }: Context) =>
  (told: WatchTold): void => {
    if (json) terminal.lines([told]);
    else terminal.print([line(told, terminal.layout)]);
  };

/** How far a long round is, in a line that goes when the round is over. */
const progressOf = ({ terminal }: Context): NonNullable<WatchOptions['progress']> => {
  const scanning = teller(terminal, 'Scanning', 'files');
  const building = teller(terminal, 'Building', 'folders');
  return (far) => {
    if (far === null) terminal.status('');
    else (far.work === 'scan' ? scanning : building)(far.done, far.total);
  };
};

/** Ctrl-C is how a watch ends: what is being written is finished first. */
function run(context: Context): Promise<number | undefined> {
  return withFloat(context, async (float) => {
    const { given, json, terminal, signal } = context;
    const tier = tierOf(given);
    const { watchFloat } = await import('../../../engine/float/watch.ts');
    const watching = await watchFloat(float, {
      tell: tellOf(context),
      progress: progressOf(context),
      signal,
      ...(tier !== undefined && { tiers: [tier] }),
    });
    if (json) terminal.lines([{ event: 'watching', root: float.root }]);
    else terminal.print([`Watching ${clean(float.root)}. Ctrl-C ends it.`]);
    await untilStopped(signal);
    await watching.close();
    throw signal.reason;
  });
}
