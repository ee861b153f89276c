import { Fragment } from 'react';
import { useFormats } from '../../data/formatHooks.ts';
import { useFound } from '../../data/libraryHooks.ts';
import { useStore } from '../../state/store.ts';
import { agentNames, lookedIn } from '../../ui/agents.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { KeyHint } from '../keyboard/KeyHints.tsx';
import { useNative } from '../native/useNative.ts';
import { ActionWord } from '../native/WriteBar.tsx';
import { Projects } from './Projects.tsx';
import { Recent } from './Recent.tsx';
import { useOpenSamples } from './tour.ts';
import styles from './Welcome.module.css';

/** Where logs are looked for, and one click to change it. */
const Looked = () => {
  const formats = useFormats();
  const setOverlay = useStore((state) => state.setOverlay);
  if (formats.length === 0) return <p className={styles.looked} />;
  const { found, others, places } = lookedIn(formats);
  return (
    <p className={styles.looked} title={places}>
      Looked{found.length > 0 && ' in '}
      {found.map((path, at) => (
        <Fragment key={path}>
          {at > 0 && (others === '' && at === found.length - 1 ? ' and ' : ', ')}
          <code>{path}</code>
        </Fragment>
      ))}
      {others && `${found.length > 0 ? ' and' : ''} ${others}`}.{' '}
      <Button look="quiet" onClick={() => setOverlay('settings')}>
        look elsewhere
      </Button>
    </p>
  );
};

const Samples = ({ strong }: { strong: boolean }) => {
  const { open, isPending, error } = useOpenSamples();
  if (open === null) return null;
  return (
    <>
      <Button look={strong ? 'strong' : 'plain'} onClick={() => void open()} disabled={isPending}>
        {isPending ? 'Reading the samples…' : 'Open the sample tapes'}
      </Button>
      {error && <Failure error={error} />}
    </>
  );
};

/** How to have a tape of one's own. */
const Workspace = () => {
  const { offers } = useNative();
  return (
    <p className={styles.looked}>
      Start your own tape: <code>tape init</code> in any folder, or{' '}
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
    <div className={styles.welcome}>
      <div className={styles.middle}>
        <h2 className={styles.title}>{empty ? (library.data.scanning ? 'Looking for logs…' : 'No logs yet') : 'See what the model saw'}</h2>
        <p className={styles.lead}>
          {empty
            ? `Tapescope reads the logs that ${agents} already write, and shows which context the model received at each step. It found none in the usual places.`
            : 'Open a tape, move the playhead, and read exactly which context the model received at that step, what was left out, and why.'}
        </p>
        <div className={styles.actions}>
          <Samples strong={empty} />
          <Button onClick={() => setOverlay('open')}>Open a file or a folder…</Button>
          <span className={styles.or}>or drop one here</span>
        </div>
        <Workspace />
        {!empty && <Recent tapes={tapes} />}
        <Projects />
        <Looked />
        <p className={styles.keys}>
          <KeyHint ids={['palette']} word="any command or tape" />
          <KeyHint ids={['keys']} word="all keys" />
        </p>
      </div>
    </div>
  );
}
