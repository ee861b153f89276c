import { useState } from 'react';
import { useInfo } from '../../data/appHooks.ts';
import { useFloatCall } from '../../data/floatHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Copy } from '../../ui/Copy.tsx';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Start.module.css';
import { WorkProgress } from './WorkProgress.tsx';

const STEPS = [
  ['Begin', 'makes a folder .float with a database, a boot.md that teaches agents to read the files, and a .gitignore for the rest'],
  ['Scan', 'reads the names and contents of files, except those in .gitignore and .floatignore, and stores their hashes'],
  ['Describe', 'extracts a description of each folder from its README, manifest and leading comments'],
  ['Build', 'writes four context files for each folder to .float/context, from under 500 tokens to everything'],
] as const;

const TERMINAL = 'float init && float scan && float generate && float build';

/** A project without context files: what making them would do, and the button that does it. */
export function StartView({ root, onBusy }: { root: string; onBusy: (busy: boolean) => void }) {
  const readOnly = useInfo().data?.readOnly ?? true;
  const [at, setAt] = useState<number | null>(null);
  const init = useFloatCall('float.init');
  const scan = useFloatCall('float.scan');
  const generate = useFloatCall('float.generate');
  const build = useFloatCall('float.build');
  const failed = [init, scan, generate, build].find((one) => one.isError);
  const start = async () => {
    const steps = [
      () => init.mutateAsync({ root }),
      () => scan.mutateAsync({ root }),
      () => generate.mutateAsync({ root }),
      () => build.mutateAsync({ root }),
    ];
    for (const [index, step] of steps.entries()) {
      setAt(index);
      await step();
    }
  };
  // Until all four are done this stays, so that what fails is said here.
  const run = () => {
    onBusy(true);
    void start().then(
      () => onBusy(false),
      () => setAt(null),
    );
  };
  return (
    <div className={`${styles.start} grid full-height scroll-y on-bg centred`}>
      <div className="grid gap-4 content-start">
        <h2 className={`${styles.title} huge bold`}>No context files yet</h2>
        <p className="dim break-anywhere pretty">
          A context file tells an agent all it needs about one folder in one read. <code className="ink">{root}</code> has none. Starting
          does four things, and writes nothing outside <code className="ink">.float</code>:
        </p>
        <ol className={`${styles.steps} line-above`}>
          {STEPS.map(([name, what], index) => (
            <li key={name} className="grid gap-3 line-below dim pad-y-2" data-at={at === index} data-done={at !== null && index < at}>
              <b className="semibold ink">{name}</b>
              <span>{what}</span>
            </li>
          ))}
        </ol>
        {readOnly ? (
          <p className="dim break-anywhere pretty">
            This window is read-only. Start it with <code className="ink">tape serve --write</code>, or run this in the project:{' '}
            <code className="ink">{TERMINAL}</code> <Copy text={TERMINAL} />
          </p>
        ) : (
          <div className={`${styles.actions} row middle gap-4`}>
            <Button look="strong" onClick={at === null ? run : undefined} aria-disabled={at !== null}>
              {at === null ? 'Start' : 'Working…'}
            </Button>
            <WorkProgress />
          </div>
        )}
        {failed?.error && <Failure error={failed.error} />}
      </div>
    </div>
  );
}
