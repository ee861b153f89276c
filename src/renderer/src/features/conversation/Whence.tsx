import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.tsx';
import { useTape } from '../../data/hooks.ts';
import { keys } from '../../data/keys.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Conversation.module.css';

/** Of the tape of a sub-agent: the tape, the step and the call that it comes from, and its siblings, each a click and a key away. */
export function Whence({ tape, keys: hasKeys = true }: { tape: string; keys?: boolean }) {
  const head = useTape(tape).data?.tape;
  const parent = head?.relation === 'sub-agent' ? head.parent : null;
  return head === undefined || parent === null ? null : <Way tape={head.id} parent={parent} caller={head.caller} hasKeys={hasKeys} />;
}

/** Why a key leads to no sibling. */
const noSibling = (siblings: number, by: -1 | 1): string =>
  siblings < 2 ? 'Its parent has no other sub-agent.' : `This is the ${by === 1 ? 'last' : 'first'} sub-agent of its parent.`;

const Way = ({ tape, parent, caller, hasKeys }: { tape: string; parent: string; caller: number | null; hasKeys: boolean }) => {
  const { openTape, setAgent, select, moveTo, setNotice } = useStore.getState();
  // Next to its parent nobody has to leave that to go along.
  const isNext = useStore((state) => state.tape === parent);
  const above = useTape(parent).data;
  const step = useStepOf(parent, caller);
  const family = above?.related.filter((one) => one.relation === 'sub-agent' && one.parent === parent) ?? [];
  const siblings = family.toSorted((a, b) => (a.caller ?? 0) - (b.caller ?? 0) || (a.started ?? 0) - (b.started ?? 0));
  const at = siblings.findIndex(({ id }) => id === tape);
  const toStep = () => step !== null && (isNext ? moveTo(step) : openTape(parent, { step }));
  const toCall = () =>
    isNext ? select(caller) : openTape(parent, { ...(caller !== null && { entry: caller }), ...(step !== null && { step }) });
  const out = () => (isNext ? setAgent(null) : toCall());
  const along = (by: -1 | 1) => () => {
    const next = siblings[at + by];
    if (next === undefined) setNotice(noSibling(siblings.length, by));
    else isNext ? setAgent(next.id) : openTape(next.id);
  };
  useKeys(hasKeys ? { 'go.before': along(-1), 'go.after': along(1), 'go.left': out } : {});
  return (
    <nav
      className={`${styles.whence} row middle gap-x-2 line-below small dim bar-high pad-y-tight pad-x-4`}
      aria-label="Where this sub-agent comes from"
    >
      <Button look="quiet" onClick={() => (isNext ? setAgent(null) : openTape(parent))}>
        {above?.tape.title ?? 'its parent'}
      </Button>
      {step !== null && (
        <>
          <span aria-hidden="true">›</span>
          <Button look="quiet" onClick={toStep}>
            step {formatNumber(step)}
          </Button>
        </>
      )}
      {caller !== null && (
        <>
          <span aria-hidden="true">›</span>
          <Button look="quiet" onClick={toCall}>
            call #{formatNumber(caller)}
          </Button>
        </>
      )}
      {siblings.length > 1 && at >= 0 && (
        <span className="row middle push gap-3 nowrap">
          {at + 1} of {siblings.length}
          <Button look="quiet" disabled={at === 0} aria-label="Previous sub-agent" onClick={along(-1)}>
            <KeyCaps id="go.before" />
          </Button>
          <Button look="quiet" disabled={at === siblings.length - 1} aria-label="Next sub-agent" onClick={along(1)}>
            <KeyCaps id="go.after" />
          </Button>
        </span>
      )}
    </nav>
  );
};

const useStepOf = (tape: string, seq: number | null): number | null => {
  const client = useClient();
  const row = useQuery({
    queryKey: keys.entries(tape, seq ?? 0, 1, null),
    queryFn: ({ signal }) => client.call('entries.list', { tape, from: seq ?? 1, limit: 1 }, signal),
    enabled: seq !== null,
  }).data?.items[0];
  return row?.seq === seq ? (row?.step ?? null) : null;
};
