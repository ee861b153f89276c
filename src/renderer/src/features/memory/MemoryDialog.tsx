import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { MemoryHit, Policy } from '../../../../shared/model/index.ts';
import { composedOf, formatPart, formatPolicy, type Part, parsePolicy } from '../../../../shared/model/policy.ts';
import { useClient } from '../../data/client.tsx';
import { usePlayhead, useView } from '../../data/hooks.ts';
import { type MemoryScope, useMemory } from '../../data/memoryHooks.ts';
import { usePick } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useRested } from '../../ui/useRested.ts';
import { goToHit } from '../search/goToHit.ts';
import styles from './Memory.module.css';
import { MemoryHits } from './MemoryHits.tsx';
import { MOST, summary } from './summary.ts';

const SCOPES: readonly Option<MemoryScope>[] = [
  { value: 'tape', label: 'this tape', hint: 'all of its phases' },
  { value: 'family', label: 'its family', hint: 'forks, sub-agents, archives, copies and sibling sessions too' },
  { value: 'workspace', label: 'its workspace', hint: 'all tapes of its workspace, or of its project' },
  { value: 'all', label: 'all tapes', hint: 'everything in the library' },
];

/** What the policy that is set asks the memory, where that is all it does. */
const memoryOf = (policy: Policy) => (policy.startsWith('memory:') ? composedOf(parsePolicy(policy)).parts.find(isMemory) : undefined);
const isMemory = (part: Part): part is Part & { type: 'memory' } => part.type === 'memory';

/** Hits that a page turns. */
const PAGE = 7;

/** A query, what the index knows of it, and the way to each entry or to the context that it would make. */
export function MemoryDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const client = useClient();
  const { tape, policy, setPolicy, setPanel } = usePick('tape', 'policy', 'setPolicy', 'setPanel');
  const step = usePlayhead();
  const view = useView(tape, step, policy);
  const set = memoryOf(policy);
  const [text, setText] = useState(set?.query ?? '');
  const [scope, setScope] = useState<MemoryScope>(set?.scope ?? 'tape');
  const [at, setAt] = useState(0);
  const query = useRested(text.trim(), 150);
  const answer = useMemory(tape, query, scope, MOST);
  const memory = query === '' ? undefined : answer.data;
  const hits = memory?.hits ?? [];
  const stale = answer.isPlaceholderData || query !== text.trim();

  const go = (hit: MemoryHit | undefined) => {
    if (hit === undefined || stale) return;
    goToHit(client, hit);
    onClose();
  };
  const see = () => {
    if (text.trim() === '' || step === null) return;
    setPolicy(formatPolicy(parsePolicy(formatPart({ type: 'memory', query: text.trim(), scope }))));
    setPanel('context');
    onClose();
  };
  const move = (to: number) => setAt(Math.max(0, Math.min(hits.length - 1, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'PageDown') move(at + PAGE);
    else if (event.key === 'PageUp') move(at - PAGE);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) see();
    else if (event.key === 'Enter') go(hits[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Memory" size="large" focus={field} onClose={onClose}>
      <div className="grid middle gap-2 pad-x-4 columns-end">
        <TextField
          ref={field}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          maxLength={500}
          disabled={tape === null}
          placeholder={tape === null ? 'Open a tape first' : 'What to recall, in any words'}
          aria-label="What to recall"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-autocomplete="list"
          {...(hits.length > 0 && { 'aria-controls': list, 'aria-activedescendant': `${list}-${at}` })}
        />
        <Select label="Where to look" value={scope} options={SCOPES} onChange={setScope} />
      </div>
      <p className="pad-x-4 pad-y-2 tiny leading-18 dim bar-high" role="status">
        {memory === undefined ? '' : stale ? 'Asking…' : summary(memory)}
      </p>
      <div className={`${styles.body} stack scroll`}>
        {answer.isError && <Failure error={answer.error} />}
        {query === '' && (
          <p className={styles.about}>
            Finds entries with any of the words; those with more and rarer words come first. The text comes from the log itself.
          </p>
        )}
        {query !== '' && answer.isPending && tape !== null && <SkeletonRows rows={6} height={58} label="Searching the index" />}
        {!stale && memory !== undefined && hits.length === 0 && memory.index === 'whole' && memory.notes.length === 0 && (
          <p className={styles.about}>
            {scope === 'tape'
              ? 'No entry of this tape has one of these words. Choose other tapes next to the field to search them too.'
              : 'No entry has one of these words.'}
          </p>
        )}
        {hits.length > 0 && tape !== null && (
          <MemoryHits
            {...{ id: list, query, hits, at, tape, step, stale }}
            before={view.isPlaceholderData ? null : (view.data?.before ?? null)}
            onMove={setAt}
            onGo={go}
          />
        )}
        {!stale &&
          memory?.notes.map((note) => (
            <p key={note} className={memory.index === 'whole' ? styles.note : styles.warning}>
              {note}
            </p>
          ))}
      </div>
      <div className="row middle apart gap-4 pad-x-4 pad-y-3">
        <span className="tiny dim">
          <Kbd>Enter</Kbd> opens the entry · <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> shows the context with it
        </span>
        <Button onClick={see} disabled={text.trim() === '' || step === null}>
          See {step === null ? 'a step' : `step ${formatNumber(step)}`} with the entries recalled before it
        </Button>
      </div>
    </Dialog>
  );
}
