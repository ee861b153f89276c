import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ContextState, FloatFolder } from '../../../../shared/model/float.ts';
import type { Output } from '../../../../shared/rpc/contract.ts';
import { useFileCheck, useFolders } from '../../data/floatHooks.ts';
import type { FilesLook, FilesPlace } from '../../state/hash.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { Failure } from '../../ui/Failure.tsx';
import work from '../../Work.module.css';
import { BuildsLook } from './BuildsLook.tsx';
import { ContextLook } from './ContextLook.tsx';
import { DecisionsLook } from './DecisionsLook.tsx';
import styles from './Files.module.css';
import { FilesHead } from './FilesHead.tsx';
import { FilesSkeleton } from './FilesSkeleton.tsx';
import { FolderTree } from './FolderTree.tsx';
import { GraphLook } from './GraphLook.tsx';
import { goInFiles } from './place.ts';
import { countsOf, diskCheck, isBroken, NO_CHECK, type Only, rowsOf, statesOf, trailOf, treeShape } from './tree.ts';

/** How long a folder is highlighted after it becomes stale, in ms. */
const LIT_FOR = 2600;

const NO_FOLDERS: ReadonlySet<string> = new Set();

/** Folders whose files became stale a moment ago: what a change reached. */
function useLit(folders: readonly FloatFolder[] | undefined, states: ReadonlyMap<string, ContextState>): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string> | null>(null);
  const [lit, setLit] = useState<ReadonlySet<string>>(NO_FOLDERS);
  useEffect(() => {
    if (folders === undefined) return;
    const stale = new Set([...states].flatMap(([path, state]) => (state === 'stale' ? [path] : [])));
    const fresh = before.current === null ? [] : [...stale].filter((path) => before.current?.has(path) === false);
    before.current = stale;
    if (fresh.length > 0) setLit(new Set(fresh));
  }, [folders, states]);
  useEffect(() => {
    if (lit.size === 0) return;
    const timer = setTimeout(() => setLit(NO_FOLDERS), LIT_FOR);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}

/** What somebody folded or opened by hand. A folder that one goes to is never left behind a fold. */
function useFolds(path: string) {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(() => {
    const leads = new Set(trailOf(path).slice(0, -1));
    setFolds((before) => {
      const kept = [...before].filter(([one, open]) => open || !leads.has(one));
      return kept.length === before.size ? before : new Map(kept);
    });
  }, [path]);
  const fold = (one: string, open: boolean) => setFolds((before) => new Map([...before, [one, open]]));
  return { folds, fold };
}

const looks = [
  { id: 'context', name: 'Context', Look: ContextLook },
  { id: 'decisions', name: 'Decisions', Look: DecisionsLook },
  { id: 'graph', name: 'Graph', Look: GraphLook },
  { id: 'builds', name: 'Builds', Look: BuildsLook },
] as const satisfies readonly { id: FilesLook; name: string; Look: (props: { place: FilesPlace }) => React.ReactNode }[];

interface Props {
  place: FilesPlace;
  status: Output<'float.status'>;
}

/** Folders at the left, the file of one of them at the right, and what can be done with all of them on top. */
export function Workspace({ place, status }: Props) {
  const { root, folder: path, tier, look } = place;
  const folders = useFolders(root);
  const [filter, setFilter] = useState('');
  const [only, setOnly] = useState<Only>('all');
  const { folds, fold } = useFolds(path);
  const files = useFileCheck(root, folders.isSuccess);
  const check = useMemo(() => (files.data ? diskCheck(files.data, files.dataUpdatedAt) : NO_CHECK), [files.data, files.dataUpdatedAt]);
  const items = folders.data ?? NONE;
  const states = useMemo(() => statesOf(items, check), [items, check]);
  const counts = useMemo(() => countsOf(items, states), [items, states]);
  const shape = useMemo(() => treeShape(items, states, { filter, only }), [items, states, filter, only]);
  const rows = useMemo(() => rowsOf(shape, { folds, selected: path }), [shape, folds, path]);
  const broken = useMemo(() => items.flatMap((one) => (isBroken(states.get(one.path)) ? [one.path] : [])), [items, states]);
  const lit = useLit(folders.data, states);
  if (folders.isError) return <Failure error={folders.error} onRetry={() => void folders.refetch()} />;
  if (folders.data === undefined) return <FilesSkeleton />;
  return (
    <section className={`${styles.workspace} grid full-height on-bg`} aria-label="Files">
      <FolderTree
        rows={rows}
        counts={counts}
        lit={lit}
        selected={path}
        filter={filter}
        only={only}
        onFilter={setFilter}
        onOnly={setOnly}
        onFold={fold}
      />
      <div className={`${styles.main} grid shrink-x shrink-y`}>
        <FilesHead
          place={place}
          status={status}
          folder={items.find((one) => one.path === path) ?? null}
          check={check}
          due={counts.due}
          broken={broken}
        />
        <Tabs.Root
          className={`${work.work} grid full-height on-bg`}
          value={look}
          onValueChange={(next: FilesLook) => goInFiles({ look: next })}
        >
          <Tabs.List className={`${work.tabs} row gap-4 pad-x-4 line-below`} aria-label="Views of the folder">
            {looks.map(({ id, name }) => (
              <Tabs.Tab key={id} value={id} className={`${work.tab} hover-ink relative dim`}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {looks.map(({ id, Look }) => (
            <Tabs.Panel key={id} value={id} className={`${work.view} shrink-y clip no-outline`} tabIndex={-1}>
              <Boundary about={`${path} ${tier} ${id}`}>
                <Look place={place} />
              </Boundary>
            </Tabs.Panel>
          ))}
        </Tabs.Root>
      </div>
    </section>
  );
}

const NONE: readonly never[] = [];
