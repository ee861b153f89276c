import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { joined, readAsked, without } from '../../../../shared/library/asked.ts';
import { SEARCH_MODES, type SearchMode } from '../../../../shared/model/index.ts';
import { useNameOf } from '../../data/formatHooks.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { Button } from '../../ui/Button.tsx';
import { goInSearch, isBlank, isSaved, toggleSaved, useSearches } from './place.ts';
import styles from './SearchPage.module.css';
import { chipsOf } from './says.ts';

const HINTS: Readonly<Record<SearchMode, string>> = {
  words: 'All of the words, anywhere in an entry; retr* finds every word that begins like that',
  phrase: 'The words one after the other',
  code: 'Identifiers, however their parts are joined: retryNow finds retry_now too',
  regex: 'A regular expression; the search ends after two seconds',
};

interface Props {
  place: SearchPlace;
  text: string;
  field: Ref<HTMLInputElement>;
  list: string;
  /** The option that the keys are on; null where there is none. */
  active: string | null;
  onType: (text: string) => void;
  onEnter: () => void;
  onMove: (by: 1 | -1) => void;
  /** Goes on to the facets. */
  onTab: () => void;
}

/** What was typed so far: a condition with a blank after it is one, and leaves the text. */
const whole = (text: string, mode: SearchMode, all: boolean) => {
  const end = all ? text.length : text.lastIndexOf(' ') + 1;
  const asked = readAsked(text.slice(0, end), Date.now());
  const rest = text.slice(end);
  if (mode === 'regex' || Object.keys(asked.filters).length === 0) return { filters: {}, text };
  return { filters: asked.filters, text: [asked.query, rest].filter(Boolean).join(' ') };
};

/** The words, the conditions as chips, and how the words are meant. */
export function QueryBar({ place, text, field, list, active, onType, onEnter, onMove, onTab }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(field, () => input.current as HTMLInputElement);
  const saved = useSearches((state) => isSaved(state.saved, place));
  const nameOf = useNameOf();
  const chips = chipsOf(place.filters, nameOf);
  const take = (next: string, all = false): boolean => {
    const { filters, text: left } = whole(next, place.mode, all);
    const some = Object.keys(filters).length > 0;
    if (some) goInSearch({ query: left.trim(), filters: joined(place.filters, filters) });
    onType(left);
    return some;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (!event.nativeEvent.isComposing) {
        take(text, true);
        onEnter();
      }
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onMove(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape') input.current?.blur();
    else if (event.key === 'Tab' && !event.shiftKey) onTab();
    else if (event.key === 'Backspace' && text === '' && chips.length > 0)
      goInSearch({ filters: without(place.filters, chips.at(-1)?.name ?? 'kind') });
    else return;
    event.preventDefault();
  };
  return (
    <search className="row middle rigid gap-3 pad-x-4 pad-top-3 pad-bottom-2">
      <div
        className={`${styles.field} row middle wrap grow shrink-x gap-x-2 gap-y-1 on-panel boxed-strong round pad-y-1 pad-left-3 pad-right-2`}
      >
        <input
          ref={input}
          value={text}
          onChange={(event) => take(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder="Search all sessions"
          title="Words, and conditions such as kind:error, tool:Bash, project:shop, file:map.ts, agent:NAME, since:7d, error:yes"
          aria-label="Search"
          role="combobox"
          aria-expanded={active !== null}
          aria-autocomplete="list"
          {...(active !== null && { 'aria-controls': list, 'aria-activedescendant': active })}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
        />
        {chips.map(({ name, value }) => (
          <span
            key={name}
            className={`${styles.chip} inline-row middle clip on-sunk boxed-strong round-small small leading-20 nowrap gap-1 pad-left-2`}
          >
            <span className="dim">{name}</span> <span className="semibold cut">{value}</span>
            <button
              type="button"
              className="pad-x-2 faint hover-shade hover-ink"
              aria-label={`Remove ${name} ${value}`}
              onClick={() => goInSearch({ filters: without(place.filters, name) })}
            >
              ×
            </button>
          </span>
        ))}
        <span className={`${styles.modes} inline-row rigid small dim`} role="radiogroup" aria-label="How to match the words">
          {SEARCH_MODES.map((mode) => (
            <label key={mode} className="pad-y-tight pad-x-2 round-small hover-ink" title={HINTS[mode]} data-on={mode === place.mode}>
              <input type="radio" className="unseen" name="mode" checked={mode === place.mode} onChange={() => goInSearch({ mode })} />
              {mode}
            </label>
          ))}
        </span>
      </div>
      <Button onClick={() => toggleSaved(place)} aria-disabled={isBlank(place)} aria-pressed={saved}>
        {saved ? 'Saved' : 'Save search'}
      </Button>
    </search>
  );
}
