import { useState } from 'react';
import type { FloatLogEntry } from '../../../../shared/model/float.ts';
import { useInfo } from '../../data/appHooks.ts';
import { useDecisions } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { Pill } from '../../ui/Pill.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import { DecideDialog } from './DecideDialog.tsx';
import styles from './Decisions.module.css';
import { goInFiles } from './place.ts';

/** Tags that carry a decision to all folders below, however old it is. */
const isLoud = (tag: string): boolean => tag === 'architectural' || tag === 'breaking';

/** A guess; rows are measured. */
const ROW = 96;

const Decision = ({ entry, titles, here }: { entry: FloatLogEntry; titles: ReadonlyMap<number, string>; here: string }) => {
  const named = (id: number) => `#${id}${titles.has(id) ? ` ${titles.get(id)}` : ''}`;
  return (
    <article className={`${styles.entry} grid pad-x-4`} data-loud={entry.tags.some(isLoud)} data-over={entry.supersededBy !== null}>
      <time className="pad-top-2 small dim" dateTime={entry.date}>
        {entry.date}
        <span className="block tiny faint">#{entry.id}</span>
      </time>
      <div className={`${styles.said} relative shrink-x small pad-top-2 pad-bottom-3 pad-left-5`}>
        <h3 className="row wrap baseline gap-y-1 gap-x-2 medium break-anywhere">
          <span>{entry.title}</span>
          {entry.tags.map((tag) => (
            <Pill key={tag} tone={isLoud(tag) ? 'warn' : 'plain'}>
              {tag}
            </Pill>
          ))}
          {entry.status === 'locked' && <Pill>locked</Pill>}
        </h3>
        {entry.supersededBy !== null && <p className="dim">Superseded by {named(entry.supersededBy)}</p>}
        {entry.supersedes !== null && <p className="dim">Supersedes {named(entry.supersedes)}</p>}
        {entry.decision !== null && <p className="pre-wrap break-anywhere measure pad-top-tight">{entry.decision}</p>}
        {entry.rationale !== null && (
          <p className="pre-wrap break-anywhere measure pad-top-tight">
            <span className="dim">because </span>
            {entry.rationale}
          </p>
        )}
        {(entry.before !== null || entry.after !== null) && (
          <p className="dim">
            {entry.before ?? '–'} → {entry.after ?? '–'}
          </p>
        )}
        {entry.folder !== here && (
          <button type="button" className="margin-top-tight dim link" onClick={() => goInFiles({ folder: entry.folder })}>
            {entry.folder}
          </button>
        )}
      </div>
    </article>
  );
};

/** What was decided, the newest first: in this folder, or in the whole project. */
export function DecisionsLook({ place: { root, folder } }: { place: FilesPlace }) {
  const [whole, setWhole] = useState(folder === '/');
  const [adding, setAdding] = useState(false);
  const readOnly = useInfo().data?.readOnly ?? true;
  const all = useDecisions(root, null);
  useKeys(readOnly ? {} : { annotate: () => setAdding(true) });
  if (all.isError) return <Failure error={all.error} onRetry={() => void all.refetch()} />;
  const everything = all.data ?? [];
  const own = everything.filter((entry) => entry.folder === folder);
  const shown = whole ? everything : own;
  const titles = new Map(everything.map(({ id, title }) => [id, title]));
  return (
    <section className="stack full-height" aria-label="Decisions">
      <div className="row middle apart rigid gap-4 pad-x-4 pad-y-1 line-below small bar-high">
        <fieldset className={`inline-row gap-4`} aria-label="Which decisions">
          <button type="button" className="choice" aria-pressed={!whole} onClick={() => setWhole(false)}>
            {own.length} in this folder
          </button>
          <button type="button" className="choice" aria-pressed={whole} onClick={() => setWhole(true)}>
            {everything.length} in the project
          </button>
        </fieldset>
        <Button
          onClick={() => setAdding(true)}
          disabled={readOnly}
          title={readOnly ? 'This window is read-only. Start it with tape serve --write.' : undefined}
        >
          Add a decision…
        </Button>
      </div>
      {all.data === undefined && <SkeletonRows rows={6} height={ROW} label="Reading the decisions" />}
      {all.data !== undefined && shown.length === 0 && (
        <p className="pad-4 dim pretty measure">
          {everything.length === 0
            ? 'No decisions yet. The context files of a folder show its decisions, so that an agent knows the reasons.'
            : `No decisions in this folder; ${count(everything.length, 'decision')} elsewhere.`}
        </p>
      )}
      {shown.length > 0 && (
        <VirtualList
          className="grow shrink-y"
          role="region"
          aria-label="Decisions, the newest first"
          tabIndex={0}
          measure
          count={shown.length}
          size={() => ROW}
          keyOf={(index) => shown[index]?.id ?? index}
          padding={8}
          row={(index) => {
            const entry = shown[index];
            return entry && <Decision entry={entry} titles={titles} here={whole ? '' : folder} />;
          }}
        />
      )}
      {adding && <DecideDialog root={root} path={folder} others={everything} onClose={() => setAdding(false)} />}
    </section>
  );
}
