import { type KeyboardEvent, memo, useState } from 'react';
import type { AnchorName, Policy } from '../../../shared/model/index.ts';
import { formatNumber } from './format.ts';
import styles from './PolicyField.module.css';
import { besideField, budgetOf, type Offer, offerOf, policyOptions, policyWords, queryOf, readBudget } from './policies.ts';
import { Select } from './Select.tsx';
import { TextField } from './TextField.tsx';

interface Props {
  /** Its name for readers of the screen. */
  label: string;
  policy: Policy;
  /** Anchors to begin at, the newest first. */
  anchors: readonly AnchorName[];
  /** Policies with names of their own. */
  named?: readonly { readonly name: string; readonly line: string }[] | undefined;
  onChange: (policy: Policy) => void;
}

/** A policy to assemble under, with the budget or the words that it takes. Nothing changes before those are there. */
export const PolicyField = memo(function PolicyField({ label, policy, anchors, named = [], onChange }: Props) {
  // Chosen, and what it asks for is still to be typed.
  const [asking, setAsking] = useState<'compact:' | 'memory:' | null>(null);
  const choose = (next: Offer) => {
    const asks = next === 'compact:' || next === 'memory:';
    setAsking(asks ? next : null);
    if (!asks) onChange(next);
  };
  const offer = asking ?? offerOf(policy);
  const saved = named.map(({ name, line }) => ({ value: line, label: name, hint: line }));
  const offered = [...saved, ...policyOptions(anchors).filter(({ value }) => !saved.some((one) => one.value === value))];
  const own = offered.some(({ value }) => value === offer)
    ? []
    : [{ value: offer, label: policyWords(offer), shown: 'composed', hint: 'composed of parts' }];
  const options = [...own, ...offered].map((option) => (option.value === offer ? besideField(option) : option));
  const budget = asking === null ? budgetOf(policy) : null;
  const query = asking === null ? queryOf(policy) : null;
  return (
    <span className={styles.field}>
      <Select label={label} value={offer} options={options} onChange={choose} />
      {offer.startsWith('compact:') && (
        <>
          <Typed
            key={`${offer} ${budget}`}
            label="Budget in tokens"
            text={budget === null ? '' : formatNumber(budget)}
            read={(text) => {
              const tokens = readBudget(text);
              return tokens === null ? null : `compact:${tokens}`;
            }}
            wrong="a whole number"
            size={9}
            focus={asking !== null}
            onTake={choose}
          />
          tokens
        </>
      )}
      {offer === 'memory:' && (
        <Typed
          key={query}
          label="Query of the memory"
          text={query ?? ''}
          read={(text) => (text.trim() === '' ? null : `memory:${text.trim()}`)}
          wrong="words to search for"
          size={18}
          focus={asking !== null}
          onTake={choose}
        />
      )}
    </span>
  );
});

interface TypedProps {
  label: string;
  text: string;
  read: (text: string) => Policy | null;
  /** What is missing where nothing can be read. */
  wrong: string;
  size: number;
  focus?: boolean;
  onTake: (policy: Policy) => void;
}

/** Taken with Enter or by leaving the field; Esc takes back what was typed. */
const Typed = ({ label, text, read, wrong, size, focus = false, onTake }: TypedProps) => {
  const [typed, setTyped] = useState(text);
  const policy = read(typed);
  const take = () => {
    if (policy !== null && typed !== text) onTake(policy);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      take();
    }
    if (event.key === 'Escape' && typed !== text) {
      event.stopPropagation();
      setTyped(text);
    }
  };
  return (
    <TextField
      aria-label={label}
      className={styles.typed ?? ''}
      placeholder={wrong}
      title={policy === null ? `Expected ${wrong}.` : `${label}: Enter applies it.`}
      aria-invalid={policy === null && typed !== ''}
      autoFocus={focus}
      maxLength={500}
      size={size}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={take}
    />
  );
};
