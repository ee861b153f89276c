import { useState } from 'react';
import { Group, Panel, type PanelProps, Separator } from 'react-resizable-panels';
import { CallError } from '../../shared/rpc/client.ts';
import { useTape } from './data/hooks.ts';
import { FilesView } from './features/files/FilesView.tsx';
import { Inspector } from './features/inspector/Inspector.tsx';
import { Library } from './features/library/Library.tsx';
import { LibraryPage } from './features/library/LibraryPage.tsx';
import { MergeView } from './features/native/merge/MergeView.tsx';
import { WriteBar } from './features/native/WriteBar.tsx';
import { OverviewPage } from './features/overview/OverviewPage.tsx';
import { SearchPage } from './features/search/SearchPage.tsx';
import { TapePanel } from './features/tape/TapePanel.tsx';
import { Welcome } from './features/welcome/Welcome.tsx';
import { useSharedAxis } from './features/why/axis.ts';
import { FoldedTape } from './features/why/FoldedTape.tsx';
import { kept } from './state/kept.ts';
import { useStore } from './state/store.ts';
import { Boundary } from './ui/Boundary.tsx';
import { Failure } from './ui/Failure.tsx';
import { useNarrow } from './ui/useMedia.ts';
import { Work } from './Work.tsx';
import styles from './Workbench.module.css';

const SIZES = 'tapescope-sizes';

/** Pixels of each panel as the reader left them. Shares of a group would say something else as soon as the group is wider. */
const sizes = (): Record<string, number> => {
  try {
    const held: unknown = JSON.parse(kept.getItem(SIZES) ?? '{}');
    const pairs = typeof held === 'object' && held !== null ? Object.entries(held) : [];
    return Object.fromEntries(pairs.filter((pair): pair is [string, number] => Number.isFinite(pair[1])));
  } catch {
    return {};
  }
};

const keepSize: PanelProps['onResize'] = ({ inPixels }, id, before) => {
  // The first size is no reader's.
  if (before !== undefined && inPixels > 0) kept.setItem(SIZES, JSON.stringify({ ...sizes(), [String(id)]: Math.round(inPixels) }));
};

/** A panel next to the one that takes what is left: as wide or high as it was before, whatever the size of the window. */
const KeptPanel = ({ id, begin, ...rest }: { id: string; begin: number } & PanelProps) => {
  const [size] = useState(() => sizes()[id] ?? begin);
  return <Panel id={id} defaultSize={size} groupResizeBehavior="preserve-pixel-size" onResize={keepSize} {...rest} />;
};

const Bar = ({ upright = false, label }: { upright?: boolean; label: string }) => (
  <Separator className={`${styles.bar} ${upright ? styles.upright : ''}`} aria-label={label} />
);

/** The inspector, which starts afresh with every entry. */
const Selected = () => {
  const about = useStore((state) => `${state.tape} ${state.entry} ${state.problem?.offset}`);
  return (
    <Boundary about={about}>
      <Inspector />
    </Boundary>
  );
};

/** Pixels that the tape begins with: a low window keeps its room for what the model saw. */
const tapeHeight = (): number => {
  if (window.innerHeight < 560) return 132;
  return window.innerHeight < 780 ? 164 : 224;
};

/** Tape across the top, the working view below it, the inspector next to that. */
const Desk = ({ tape, inspector }: { tape: string; inspector: boolean }) => {
  const asked = useAsking();
  const answered = useSharedAxis(({ axis }) => axis !== null);
  const folds = useStore((state) => state.folds);
  const folded = folds && asked && answered;
  return (
    <div className={`${styles.desk} grid full-height shrink-y rows-below-head`}>
      {folded && <FoldedTape />}
      <Group orientation="vertical" disableCursor>
        {!folded && (
          <KeptPanel id="tape" begin={tapeHeight()} minSize={132} maxSize="60%">
            <Boundary about={tape}>
              <TapePanel folds={asked && answered && !folds} />
            </Boundary>
          </KeptPanel>
        )}
        {!folded && <Bar label="Height of the tape" />}
        <Panel id="below" minSize={248}>
          <Group orientation="horizontal" disableCursor>
            <Panel id="work" minSize={420}>
              <Work />
            </Panel>
            {inspector && <Bar upright label="Width of the inspector" />}
            {inspector && (
              <KeptPanel id="inspector" begin={364} minSize={280} maxSize="55%">
                <Selected />
              </KeptPanel>
            )}
          </Group>
        </Panel>
      </Group>
    </div>
  );
};

/** Residency shows an answer. */
const useAsking = (): boolean => useStore(({ panel, why }) => panel === 'residency' && why !== null);

/** The open tape, or why it cannot be shown. */
const Opened = ({ tape, inspector }: { tape: string; inspector: boolean }) => {
  const head = useTape(tape);
  const merging = useStore((state) => state.panel === 'merge');
  const unwritten = useStore(({ panel }) => panel === 'run' || panel === 'what-if');
  const gone = head.error instanceof CallError && head.error.wire.code === 'not-found';
  if (head.isError && (gone || head.data === undefined)) return <Failure error={head.error} onRetry={() => void head.refetch()} />;
  return (
    <div className={`${styles.opened} grid full-height`}>
      {merging ? (
        <Boundary about={`${tape} merge`}>
          <MergeView />
        </Boundary>
      ) : (
        <>
          <Desk tape={tape} inspector={inspector} />
          {/* The view of runs has a line of its own, and What if writes nothing. */}
          {!unwritten && <WriteBar />}
        </>
      )}
    </div>
  );
};

/** Keys go to what has just opened. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

export function Workbench() {
  const narrow = useNarrow();
  const tape = useStore((state) => state.tape);
  const files = useStore((state) => state.files);
  const table = useStore((state) => state.table);
  const search = useStore((state) => state.search);
  const library = useStore((state) => state.library) && !narrow && table === null && search === null;
  const asked = useAsking();
  const reading = useStore((state) => state.reading);
  // Next to an answer stands what was lost, until somebody opens an entry.
  const inspector = useStore((state) => state.inspector) && !narrow && (!asked || reading);
  const drawer = useStore((state) => (narrow ? state.drawer : null));
  const inspected = tape !== null && files === null && table === null && search === null && (!asked || reading);
  const setDrawer = useStore((state) => state.setDrawer);
  return (
    <main className="relative shrink-y clip">
      <Group orientation="horizontal" disableCursor>
        {library && (
          <KeptPanel id="library" begin={248} minSize={200} maxSize="40%">
            <Boundary about="">
              <Library />
            </Boundary>
          </KeptPanel>
        )}
        {library && <Bar upright label="Width of the library" />}
        <Panel id="desk" minSize={480}>
          <div className="full-height shrink-x on-bg">
            {search !== null ? (
              <Boundary about="search">
                <SearchPage place={search} />
              </Boundary>
            ) : table !== null ? (
              <Boundary about="library">
                {table.sums === undefined ? <LibraryPage place={table} /> : <OverviewPage place={table} by={table.sums} />}
              </Boundary>
            ) : files !== null ? (
              <Boundary about={files.root}>
                <FilesView place={files} />
              </Boundary>
            ) : tape === null ? (
              <Welcome />
            ) : (
              <Opened tape={tape} inspector={inspector} />
            )}
          </div>
        </Panel>
      </Group>
      {drawer === 'library' && (
        <>
          <button
            type="button"
            tabIndex={-1}
            className={`${styles.away} absolute fill`}
            aria-label="Close the library"
            onClick={() => setDrawer(null)}
          />
          <div
            className={`${styles.drawer} ${styles.left} absolute on-panel no-outline top-0 bottom-0 left-0`}
            tabIndex={-1}
            ref={takeFocus}
          >
            <Boundary about="">
              <Library />
            </Boundary>
          </div>
        </>
      )}
      {drawer === 'inspector' && inspected && (
        <div className={`${styles.drawer} ${styles.right} absolute on-panel no-outline top-0 bottom-0 right-0`}>
          <Selected />
        </div>
      )}
    </main>
  );
}
