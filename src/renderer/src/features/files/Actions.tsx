import { useEffect, useRef } from 'react';
import { useInfo } from '../../data/appHooks.ts';
import { useFloatCall } from '../../data/floatHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { Pill } from '../../ui/Pill.tsx';
import styles from './Files.module.css';
import { useFloatJob, WorkProgress } from './WorkProgress.tsx';

const READ_ONLY = 'This window is read-only. Start it with tape serve --write to make changes.';

interface Props {
  root: string;
  watching: boolean;
  /** What went wrong in the last round of the watch. */
  failure: string | null;
  due: number;
  /** Folders with files that are gone or were edited on the disk, which the database takes for well. */
  broken: readonly string[];
  folders: number;
}

/** Scan, build, watch. While one of them runs its progress is in their place. */
export function Actions({ root, watching, failure, due, broken, folders }: Props) {
  const readOnly = useInfo().data?.readOnly ?? false;
  const setNotice = useStore((state) => state.setNotice);
  const scan = useFloatCall('float.scan');
  const build = useFloatCall('float.build');
  const watch = useFloatCall('float.watch');
  const job = useFloatJob();
  const busy = scan.isPending || build.isPending;
  const fail = { onError: (error: Error) => setNotice(error.message) };
  const allowed = (run: () => void) => () => (readOnly ? setNotice(READ_ONLY) : run());
  const look = allowed(() =>
    scan.mutate(
      { root },
      {
        ...fail,
        onSuccess: ({ added, changed, removed, stale, skipped }) =>
          setNotice(
            added + changed + removed === 0
              ? 'Scanned. No files changed.'
              : `Scanned: ${count(added + changed + removed, 'file')} changed, ${count(stale.length, 'context')} stale now.${skipped.length > 0 ? ` ${count(skipped.length, 'path')} could not be read.` : ''}`,
          ),
      },
    ),
  );
  const make = (stale: boolean) =>
    allowed(() => {
      build.mutateAsync({ root, stale }).then(
        ({ written, removed }) =>
          setNotice(
            `Built. ${count(written.length, 'file')} written${removed.length > 0 ? `, ${formatNumber(removed.length)} removed` : ''}.`,
          ),
        (error: Error) => setNotice(error.message),
      );
    });
  const follow = allowed(() => watch.mutate({ root, on: !watching }, fail));
  const off = { 'aria-disabled': readOnly || busy, title: readOnly ? READ_ONLY : undefined };
  const running = (busy || watching || watch.isPending) && job !== null;
  const box = useRef<HTMLSpanElement>(null);
  const begun = useRef('');
  // The keys, which waited here during the work, go back to where it was begun.
  useEffect(() => {
    if (!running && document.activeElement === box.current)
      box.current?.querySelector<HTMLElement>(`[data-work="${begun.current}"]`)?.focus();
  }, [running]);
  const begin = (work: 'scan' | 'build', run: () => void) => () => {
    begun.current = work;
    if (!busy) run();
  };
  if (running)
    return (
      <span ref={box} tabIndex={-1} className={`${styles.actions} inline-row middle rigid push gap-2 small dim`}>
        <WorkProgress />
      </span>
    );
  return (
    <span ref={box} tabIndex={-1} className={`${styles.actions} inline-row middle rigid push gap-2 small dim`}>
      {readOnly && (
        <span title={READ_ONLY}>
          <Pill>read-only</Pill>
        </span>
      )}
      <Button {...off} data-work="scan" onClick={begin('scan', look)} title={off.title ?? 'Look for files that changed'}>
        {scan.isPending ? 'Scanning…' : 'Scan'}
      </Button>
      <Button
        look={due > 0 ? 'strong' : 'plain'}
        {...off}
        data-work="build"
        onClick={begin('build', make(due > 0))}
        title={off.title ?? 'Write the files'}
      >
        {build.isPending
          ? 'Building…'
          : due === 0
            ? 'Build again'
            : due === folders
              ? `Build all ${formatNumber(due)}`
              : `Build ${formatNumber(due)}${broken.length < due ? ' stale' : ''}`}
      </Button>
      {due > 0 && due < folders && (
        <Button
          {...off}
          onClick={begin('build', make(false))}
          title={off.title ?? `Rewrite the files of all ${formatNumber(folders)} folders`}
        >
          Build all
        </Button>
      )}
      <Button
        aria-pressed={watching}
        aria-disabled={readOnly}
        title={off.title ?? 'Scan and build whenever a file is saved'}
        onClick={follow}
        className={styles.watch ?? ''}
      >
        {watching ? 'Watching' : 'Watch'}
      </Button>
      {failure !== null && (
        <span className="warn" title={failure} role="status">
          watch failed
        </span>
      )}
    </span>
  );
}
