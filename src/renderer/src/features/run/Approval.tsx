import { useEffect, useRef } from 'react';
import type { RunAsk } from '../../../../shared/model/run.ts';
import type { Input } from '../../../../shared/rpc/contract.ts';
import { useAnswerRun } from '../../data/runHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Approval.module.css';
import { alwaysWords, questionOf, spellHidden } from './run-text.ts';

type Answer = Input<'runs.answer'>['answer'];

const isTyping = (): boolean => document.activeElement instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName);

/** A call that waits for a person, with exactly what will run. Who is typing keeps the keys: nothing is allowed by a key that was meant for a text. */
export function Approval({ run, ask }: { run: string; ask: RunAsk }) {
  const answer = useAnswerRun();
  const once = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // In a low window the end of the list is above the buttons, and who is typing takes no focus there.
    once.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
    if (!isTyping()) once.current?.focus();
  }, []);
  const say = (said: Answer) => {
    if (!answer.isPending) answer.mutate({ run, call: ask.call, answer: said });
  };
  useKeys({
    'run.once': () => say('once'),
    'run.always': () => say('always'),
    'run.never': () => say('never'),
    'run.refuse': () => say('no'),
  });
  return (
    <section
      className={`${styles.ask} on-panel round small margin-top-1 margin-bottom-2 pad-y-3 pad-x-4`}
      aria-label={questionOf(ask.tool)}
    >
      <p className="row baseline gap-2">
        <b className="medium">{questionOf(ask.tool)}</b>
        <span className="push dim">
          call {ask.at} of {ask.of}
        </span>
      </p>
      <What ask={ask} />
      <p className="dim">
        in{' '}
        <b className="ink" title={ask.folder}>
          {ask.folder.split(/[\\/]/).at(-1)}
        </b>
        {ask.limits !== '' && ` · ${ask.limits}`}
      </p>
      <p className="row middle wrap gap-2 margin-y-2">
        <Button ref={once} look="strong" onClick={() => say('once')}>
          Allow once <Kbd>y</Kbd>
        </Button>
        <Button onClick={() => say('always')}>
          Always here <Kbd>a</Kbd>
        </Button>
        <Button onClick={() => say('never')}>
          Never <Kbd>n</Kbd>
        </Button>
        <Button look="quiet" onClick={() => say('no')}>
          Not this time <Kbd>N</Kbd>
        </Button>
      </p>
      <p className="tiny dim">
        <b className="ink">Always here</b> {alwaysWords(ask.tool)} <b className="ink">Never</b> refuses every call of {ask.tool} here.
      </p>
      {answer.isError && (
        <p className="error" role="alert">
          {answer.error.message}
        </p>
      )}
    </section>
  );
}

/** What will run, with what shows nothing written out. */
const What = ({ ask: { subject, content, cut } }: { ask: RunAsk }) => (
  <>
    <Scroller className={`${styles.subject} scroll on-sunk round-small pad-y-2 pad-x-3`} aria-label="What will run">
      <pre className="pre-wrap break-anywhere">{spellHidden(content === null ? subject : `${subject}\n\n${content}`)}</pre>
    </Scroller>
    {cut > 0 && <p className="error">{count(cut, 'character')} more are not shown.</p>}
  </>
);
