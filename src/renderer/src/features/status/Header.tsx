import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { projectNames, titleOf } from '../../../../shared/library/names.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { useAgentState } from '../../data/agentHooks.ts';
import { useFormat } from '../../data/formatHooks.ts';
import { useReceipt, useTape } from '../../data/hooks.ts';
import { useTapesById } from '../../data/libraryHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { count } from '../../ui/format.ts';
import { Pill } from '../../ui/Pill.tsx';
import { seen } from '../../ui/steering.tsx';
import { useNarrow } from '../../ui/useMedia.ts';
import { isRoot, openFiles } from '../files/place.ts';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { type CommandId, commandOf } from '../keyboard/keys.ts';
import { runCommand } from '../keyboard/useKeys.ts';
import { whyNoWay } from '../keyboard/ways.ts';
import { useNative } from '../native/useNative.ts';
import { receiptLine } from '../receipt/sums.ts';
import { useRun } from '../run/useRun.ts';
import { closeSearch, openSearch } from '../search/place.ts';
import styles from './Header.module.css';

const subscribe = (listener: () => void): (() => void) => {
  window.navigation?.addEventListener('currententrychange', listener);
  return () => window.navigation?.removeEventListener('currententrychange', listener);
};
const mayGo = (way: 'back' | 'forward') => (): boolean => whyNoWay(way) === null;

const Way = ({ id, sign, may }: { id: CommandId; sign: string; may: boolean }) => (
  <button
    type="button"
    aria-label={commandOf(id).what}
    title={commandOf(id).what}
    aria-disabled={!may}
    onClick={() => may && runCommand(id)}
  >
    {sign}
  </button>
);

/** Back and forward through the places one was at. */
function Places() {
  const back = useSyncExternalStore(subscribe, mayGo('back'));
  const forward = useSyncExternalStore(subscribe, mayGo('forward'));
  return (
    <span className={`${styles.places} inline-row rigid gap-tight`}>
      <Way id="place.back" sign="←" may={back} />
      <Way id="place.forward" sign="→" may={forward} />
    </span>
  );
}

/** What a native tape is, and how many forks of it are open. */
const NativePills = ({ native, narrow }: { native: NonNullable<TapeRow['native']>; narrow: boolean }) => {
  const { forks } = useNative();
  const others = forks.filter((fork) => fork.native?.fork !== native.fork).length;
  const open = count(others, native.fork === null ? 'open fork' : 'other open fork');
  return (
    <>
      <Pill>{native.fork === null ? 'native' : native.open ? 'native · open fork' : 'native · merged fork'}</Pill>
      {others > 0 && !(narrow && native.fork !== null) && (
        <Pill onClick={() => runCommand('native.merge')} label={`${open}. Show what a merge would do`}>
          {open}
        </Pill>
      )}
    </>
  );
};

const TONES = { running: 'ok', waiting: 'warn', compacting: 'warn' } as const;

/** What a run of ours does, or the agent, where its hooks say so; else whether the log is written to. */
const LivePill = ({ tape }: { tape: TapeRow }) => {
  const state = useAgentState(tape);
  const run = useRun();
  if (run?.running) {
    const waits = run.ask !== null;
    return (
      <Pill
        tone={waits ? 'warn' : 'ok'}
        onClick={() => runCommand('panel.run')}
        label={waits ? 'waiting for you. Show the run' : 'running. Show the run'}
      >
        <span className={`${styles.dot} inline-block margin-right-1 disc`} data-state={waits ? 'waiting' : 'running'} />
        {waits ? 'waiting for you' : 'running'}
      </Pill>
    );
  }
  if (state === null && !tape.live) return null;
  return (
    <Pill tone={state === null ? 'ok' : TONES[state]}>
      <span className={`${styles.dot} inline-block margin-right-1 disc`} data-state={state ?? 'live'} />
      {state ?? 'live'}
    </Pill>
  );
};

const Pills = ({ tape, narrow }: { tape: TapeRow; narrow: boolean }) => {
  const receipt = useReceipt(tape.id).data?.receipt;
  const agent = useFormat(tape.format);
  const line = receipt && receiptLine(receipt);
  const writer = tape.native ? (
    <NativePills native={tape.native} narrow={narrow} />
  ) : (
    <Pill>{[agent?.name ?? tape.format, tape.writer].filter(Boolean).join(' ')}</Pill>
  );
  return (
    <>
      <LivePill tape={tape} />
      {narrow ? null : writer}
      {line && (
        <Pill
          tone={line.tone}
          onClick={() => runCommand('receipt')}
          label={`${narrow ? `${line.short}: ` : ''}${line.text}. Show the receipt`}
        >
          {narrow ? line.short : line.text}
        </Pill>
      )}
      {narrow ? writer : null}
    </>
  );
};

const Side = ({ id, word }: { id: 'library' | 'inspector'; word: string }) => (
  <button type="button" className={`${styles.side} boxed round small dim hover-line pad-y-tight pad-x-2`} onClick={() => runCommand(id)}>
    {word}
  </button>
);

/** The project of a tape; where it is a folder of a disk, the way to its context files. */
const ProjectName = ({ name, root }: { name: string; root: string }) =>
  isRoot(root) ? (
    <button type="button" className="hover-link" title={`Context files of ${root}`} onClick={() => openFiles(root)}>
      {name}
    </button>
  ) : (
    name
  );

/** What is over the whole window, and the way back to the tape, whose name is cut where there is no room for all of it. */
const Crumb = ({ name, tape, onClose }: { name: ReactNode; tape: string | null; onClose: () => void }) => (
  <p className={`${styles.crumb} row baseline shrink-x dim nowrap`}>
    {name}
    <button type="button" className={`${styles.back} hover-link shrink-x cut small`} onClick={onClose}>
      {tape === null ? 'close' : `back to ${tape}`}
    </button>
  </p>
);

const Whole = ({ word }: { word: string }) => <b className="rigid semibold">{word}</b>;

/** Whose files are shown. */
const FilesCrumb = ({ files, tape }: { files: FilesPlace; tape: string | null }) => (
  <Crumb
    name={
      <span className="cut" title={files.root}>
        {projectNames([files.root]).get(files.root)} / <b className="semibold">Files</b>
      </span>
    }
    tape={tape}
    onClose={() => runCommand('files')}
  />
);

const LibraryCrumb = ({ tape, name }: { tape: string | null; name: string }) => (
  <Crumb name={<Whole word={name} />} tape={tape} onClose={() => runCommand(name === 'Library' ? 'library.table' : 'library.overview')} />
);

const SearchCrumb = ({ tape }: { tape: string | null }) => <Crumb name={<Whole word="Search" />} tape={tape} onClose={closeSearch} />;

/** What is open, what is known about it, and the way to find anything. */
export function Header() {
  const narrow = useNarrow();
  const id = useStore((state) => state.tape);
  const tape = useTape(id).data?.tape;
  const own = useTapesById(id === null ? [] : [id]).get(id ?? '')?.own;
  const name = tape && titleOf({ ...tape, own });
  const files = useStore((state) => state.files);
  const table = useStore((state) => state.table !== null);
  const library = useStore((state) => (state.table?.sums === undefined ? 'Library' : 'Overview'));
  const search = useStore((state) => state.search !== null);
  const isTape = files === null && !table && !search;
  const title = files ? `Files of ${projectNames([files.root]).get(files.root)}` : table ? library : search ? 'Search' : name;
  useEffect(() => {
    document.title = title ? `${title} · Tapescope` : 'Tapescope';
  }, [title]);
  const project = tape && (projectNames([tape.project]).get(tape.project) ?? tape.project);
  return (
    <header className={`${styles.header} row middle shrink-x gap-3 pad-x-4 on-panel line-below`}>
      <h1 className={styles.logo}>Tapescope</h1>
      {narrow && !table && !search ? <Side id="library" word="Library" /> : <Places />}
      {table && <LibraryCrumb tape={name ?? null} name={library} />}
      {search && <SearchCrumb tape={name ?? null} />}
      {files !== null && <FilesCrumb files={files} tape={name ?? null} />}
      {tape && isTape && (
        <p className={`${styles.crumb} dim cut`} title={`${tape.project}\n${tape.file}`}>
          <ProjectName name={project ?? ''} root={tape.project} /> / {tape.native?.fork != null && `${tape.native.session} / `}
          <b className="semibold">{seen(own?.title ?? tape.native?.fork ?? tape.native?.session ?? titleOf(tape))}</b>
        </p>
      )}
      <div className={`${styles.pills} row wrap clip gap-2`}>{tape && isTape && <Pills tape={tape} narrow={narrow} />}</div>
      {!search && (
        <button
          type="button"
          className={`${styles.search} inline-row middle rigid gap-2 boxed round small dim hover-line pad-y-tight pad-x-2`}
          onClick={() => openSearch()}
        >
          Search <KeyCaps id="search" />
        </button>
      )}
      <button type="button" className="round-small" onClick={() => runCommand('palette')}>
        <span className="unseen">Commands, </span>
        <KeyCaps id="palette" />
      </button>
      {narrow && id !== null && isTape && <Side id="inspector" word="Inspector" />}
    </header>
  );
}
