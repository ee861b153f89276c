import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { seen } from '../../ui/steering.tsx';
import styles from './Forms.module.css';

/** Values of one level that are drawn before somebody asks for more, levels that are open at first, and characters of a text in one line. */
const MOST = 50;
const OPEN = 2;
const LINE = 400;

/** JSON as a tree: what is folded is not drawn, so that a huge value costs what is looked at. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <div className={`${styles.json} pad-x-3 pad-y-2 on-sunk round-small break-anywhere code`}>
      <Value value={value} depth={0} />
    </div>
  );
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What an object or a list has, by name or by place. */
const pairsOf = (value: object): readonly (readonly [string, unknown])[] =>
  Array.isArray(value) ? value.map((item, at) => [String(at), item] as const) : Object.entries(value);

function Value({ value, depth }: { value: unknown; depth: number }) {
  const [open, setOpen] = useState(depth < OPEN);
  const [most, setMost] = useState(MOST);
  const [whole, setWhole] = useState(false);
  if (!isHolder(value)) {
    const text = typeof value === 'string' ? value : String(value);
    return (
      <span className="pre-wrap" data-type={typeof value}>
        {seen(whole ? text : text.slice(0, LINE))}
        {!whole && text.length > LINE && (
          <Button look="quiet" onClick={() => setWhole(true)}>
            {count(text.length - LINE, 'more character')}
          </Button>
        )}
      </span>
    );
  }
  const pairs = pairsOf(value);
  const words = Array.isArray(value) ? count(pairs.length, 'item') : count(pairs.length, 'field');
  if (pairs.length === 0) return <span className="pre-wrap">{Array.isArray(value) ? '[]' : '{}'}</span>;
  return (
    <>
      {depth > 0 && (
        <button type="button" className={`${styles.twist} dim`} aria-expanded={open} onClick={() => setOpen(!open)}>
          {words}
        </button>
      )}
      {open && (
        <ul>
          {pairs.slice(0, most).map(([name, inner]) => (
            <li key={name}>
              <span className="dim">{seen(name)}</span> <Value value={inner} depth={depth + 1} />
            </li>
          ))}
          {pairs.length > most && (
            <li>
              <Button look="quiet" onClick={() => setMost(most * 4)}>
                {count(pairs.length - most, 'more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}
