import { useState } from 'react';
import type { View } from '../../../../shared/model/index.ts';
import { formatPart, type Part } from '../../../../shared/model/policy.ts';
import type { Spot } from '../../data/hooks.ts';
import { type MemoryScope, useMemory } from '../../data/memoryHooks.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Fact, Facts } from '../inspector/Facts.tsx';
import { EntryLine } from './EntryLine.tsx';
import { absentWords } from './hits.ts';
import styles from './PartInspector.module.css';

const SCOPES: readonly (readonly [MemoryScope, string])[] = [
  ['tape', 'tape'],
  ['family', 'family'],
  ['workspace', 'workspace'],
  ['all', 'all'],
];

/** Hits that are looked at; more are no list that anybody reads. */
const MOST = 20;

interface Props {
  tape: string;
  spot: Spot;
  part: Part & { type: 'memory' };
  text: string;
  view: View | undefined;
  onText: (text: string) => void;
}

/** What the memory is asked and where it looks; its hits, those that go along and those that do not. */
export function MemoryPart({ tape, part, text, view, onText }: Props) {
  const [typed, setTyped] = useState(part.query);
  const hits = useMemory(tape, part.query, part.scope, MOST).data?.hits ?? [];
  const taken = new Map(
    view?.blocks.flatMap(({ part: by, from, entries, tokens }) =>
      by === text ? [[from ? `${from.tape} ${from.entry}` : `${tape} ${entries[0]}`, tokens.value] as const] : [],
    ),
  );
  const change = (next: Partial<Part & { type: 'memory' }>) => onText(formatPart({ ...part, ...next }));
  return (
    <>
      <Facts>
        <Fact name="query">
          <TextField
            aria-label="Query of the memory"
            value={typed}
            maxLength={500}
            aria-invalid={typed.trim() === ''}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && typed.trim() !== '' && change({ query: typed.trim() })}
          />
        </Fact>
        <Fact name="scope">
          <fieldset className={`row wrap gap-x-2 small`} aria-label="Scope of the memory">
            {SCOPES.map(([scope, word]) => (
              <button key={scope} type="button" className="choice" aria-pressed={scope === part.scope} onClick={() => change({ scope })}>
                {word} <Count tape={tape} query={part.query} scope={scope} />
              </button>
            ))}
          </fieldset>
        </Fact>
      </Facts>
      <p className="pad-y-2 small dim">
        {count(hits.length, 'hit')}
        {hits.length === MOST && ' or more'}, {taken.size} taken
      </p>
      <ol className={`${styles.entries} small`}>
        {hits.map((hit, at) => {
          const tokens = taken.get(`${hit.tape} ${hit.seq}`);
          const absent = absentWords(hits, at, { tape, text, view });
          return (
            <EntryLine key={`${hit.tape} ${hit.seq}`} tape={hit.tape} seq={hit.seq} note={absent ?? hit.phase} absent={absent !== null}>
              {tokens !== undefined && formatNumber(tokens)}
            </EntryLine>
          );
        })}
      </ol>
    </>
  );
}

const Count = ({ tape, query, scope }: { tape: string; query: string; scope: MemoryScope }) => {
  const hits = useMemory(tape, query, scope, MOST).data?.hits.length;
  return <b className="regular">{hits === undefined ? '…' : hits === MOST ? `${MOST}+` : hits}</b>;
};
