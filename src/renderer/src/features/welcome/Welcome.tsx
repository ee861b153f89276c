import { Fragment } from 'react';
import { projectNames, titleOf } from '../../../../shared/library/names.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { useFloatProjects } from '../../data/floatHooks.ts';
import { useFormats } from '../../data/formatHooks.ts';
import { useFound } from '../../data/libraryHooks.ts';
import { useStore } from '../../state/store.ts';
import { agentNames, lookedIn } from '../../ui/agents.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatWhen } from '../../ui/format.ts';
import { openFiles } from '../files/place.ts';
import { KeyHint } from '../keyboard/KeyHints.tsx';
import { runCommand } from '../keyboard/useKeys.ts';
import { useNative } from '../native/useNative.ts';
import { ActionWord } from '../native/WriteBar.tsx';
import { Samples } from './Samples.tsx';
import styles from './Welcome.module.css';

/** The tapes written last, the newest first; what was made from or for others is left to the library. */
function Recent({ tapes }: { tapes: readonly TapeRow[] }) {
  const openTape = useStore((state) => state.openTape);
  const formats = useFormats();
  const names = projectNames(tapes.map((tape) => tape.project));
  return (
    <ul className={`${styles.recent} line-above`} aria-label="Newest tapes">
      {tapes.map((tape) => (
        <li key={tape.id}>
          <button
            type="button"
            className={`${styles.tape} grid baseline full-width gap-4 pad-y-2 line-below columns-end`}
            onClick={() => openTape(tape.id)}
          >
            <span className="cut">{titleOf(tape)}</span>
            <span className="small dim">
              {[
                formats.find(({ id }) => id === tape.format)?.name,
                names.get(tape.project),
                count(tape.steps, 'step'),
                formatWhen(tape.ended),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Projects that a line has room for. */
const SHOWN = 6;

/** Projects with context files, and those that could have them. */
function Projects() {
  const items = useFloatProjects().data ?? [];
  const built = items.filter((one) => one.built);
  const shown = (built.length > 0 ? built : items).slice(0, SHOWN);
  const names = projectNames(shown.map(({ root }) => root));
  return (
    <p className="small dim break-anywhere high-18">
      {built.length > 0 ? 'Context files of ' : 'Make context files for '}
      {shown.map(({ root }, at) => (
        <span key={root}>
          {at > 0 && ', '}
          <Button look="quiet" title={root} onClick={() => openFiles(root)}>
            {names.get(root)}
          </Button>
        </span>
      ))}
      {shown.length > 0 && ', '}
      <Button look="quiet" onClick={() => runCommand('files.open')}>
        {shown.length > 0 ? 'another folder…' : 'a folder…'}
      </Button>
    </p>
  );
}

/** Where logs are looked for, and one click to change it. */
const Looked = () => {
  const formats = useFormats();
  const setOverlay = useStore((state) => state.setOverlay);
  if (formats.length === 0) return <p className="small dim break-anywhere high-18" />;
  const { found, others, places } = lookedIn(formats);
  return (
    <p className="small dim break-anywhere high-18" title={places}>
      Looked{found.length > 0 && ' in '}
      {found.map((path, at) => (
        <Fragment key={path}>
          {at > 0 && (others === '' && at === found.length - 1 ? ' and ' : ', ')}
          <code className="ink">{path}</code>
        </Fragment>
      ))}
      {others && `${found.length > 0 ? ' and' : ''} ${others}`}.{' '}
      <Button look="quiet" onClick={() => setOverlay('settings')}>
        look elsewhere
      </Button>
    </p>
  );
};

/** How to have a tape of one's own. */
const Workspace = () => {
  const { offers } = useNative();
  return (
    <p className="small dim break-anywhere high-18">
      Start your own tape: <code className="ink">tape init</code> in any folder, or{' '}
      <ActionWord id="native.start" word="start a workspace here…" offers={offers} />
    </p>
  );
};

/** Tapes that are offered. */
const RECENT = 6;

/** What is in the middle while no tape is open. */
export function Welcome() {
  const library = useFound({ tops: true, limit: RECENT });
  const setOverlay = useStore((state) => state.setOverlay);
  const tapes = library.data?.tapes ?? [];
  const empty = library.isSuccess && library.data.total === 0;
  const agents = agentNames(useFormats()) || 'agents';
  return (
    <div className={`${styles.welcome} grid full-height scroll-y on-bg centred`}>
      <div className="grid gap-4 content-start">
        <h2 className={`${styles.title} huge bold`}>
          {empty ? (library.data.scanning ? 'Looking for logs…' : 'No logs yet') : 'See what the model saw'}
        </h2>
        <p className={`${styles.lead} large dim pretty`}>
          {empty
            ? `Tapescope reads the logs that ${agents} already write, and shows which context the model received at each step. It found none in the usual places.`
            : 'Open a tape, move the playhead, and read exactly which context the model received at that step, what was left out, and why.'}
        </p>
        <div className={`${styles.actions} row middle wrap gap-2`}>
          <Samples strong={empty} />
          <Button onClick={() => setOverlay('open')}>Open a file or a folder…</Button>
          <span className="small dim">or drop one here</span>
        </div>
        <Workspace />
        {!empty && <Recent tapes={tapes} />}
        <Projects />
        <Looked />
        <p className="row gap-4 small dim">
          <KeyHint ids={['palette']} word="any command or tape" />
          <KeyHint ids={['keys']} word="all keys" />
        </p>
      </div>
    </div>
  );
}
