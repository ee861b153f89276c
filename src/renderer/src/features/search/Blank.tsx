import { without } from '../../../../shared/library/asked.ts';
import type { SearchFilters } from '../../../../shared/model/index.ts';
import { useNameOf } from '../../data/formatHooks.ts';
import type { SearchPageOf } from '../../data/searchHooks.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { Samples } from '../welcome/Samples.tsx';
import { goInSearch, toggleSaved, useSearches } from './place.ts';
import styles from './SearchPage.module.css';
import { chipsOf } from './says.ts';

const Again = ({ place }: { place: SearchPlace }) => {
  const chips = chipsOf(place.filters, useNameOf());
  return (
    <button type="button" className={`${styles.again} row grow shrink-x gap-3 text-left pad-y-1`} onClick={() => goInSearch(place)}>
      <b className="cut">{place.query || 'anything'}</b>
      <span className="dim cut">
        {[place.mode === 'words' ? '' : place.mode, ...chips.map(({ name, value }) => `${name} ${value}`)].filter(Boolean).join(' · ')}
      </span>
    </button>
  );
};

/** Before anything is asked: what was asked before, and what may be typed. */
export function Blank() {
  const { recent, saved } = useSearches();
  return (
    <div className={`${styles.blank} stack grow shrink-y scroll-y gap-5 pad-4`}>
      {saved.length > 0 && (
        <section aria-label="Saved searches">
          <h2 className="pad-bottom-1 small bold dim">Saved</h2>
          {saved.map((place) => (
            <div key={JSON.stringify(place)} className="row">
              <Again place={place} />
              <button type="button" aria-label={`Forget ${place.query || 'this search'}`} onClick={() => toggleSaved(place)}>
                ×
              </button>
            </div>
          ))}
        </section>
      )}
      {recent.length > 0 && (
        <section aria-label="Last searches">
          <h2 className="pad-bottom-1 small bold dim">Last searches</h2>
          {recent.map((place) => (
            <Again key={JSON.stringify(place)} place={place} />
          ))}
        </section>
      )}
      <section aria-label="What you can type">
        <h2 className="pad-bottom-1 small bold dim">What you can type</h2>
        <dl className="grid gap-y-1 gap-x-5">
          <dt>retry budget</dt>
          <dd className="dim">both words, in any order; retr* finds every word that begins like that</dd>
          <dt>"rate limit"</dt>
          <dd className="dim">these words in this order, as with phrase</dd>
          <dt>kind:error tool:Bash</dt>
          <dd className="dim">conditions: kind, role, tool, file, agent, project, since:7d, until:2026-11-01, error:yes</dd>
          <dt>code, regex</dt>
          <dd className="dim">identifiers however they are joined; regular expressions, stopped after two seconds</dd>
        </dl>
      </section>
    </div>
  );
}

/** Nothing is found: which condition to drop, with what that would bring. */
export function NothingFound({ answer, place }: { answer: SearchPageOf; place: SearchPlace }) {
  const chips = chipsOf(place.filters, useNameOf());
  const words = (filter: string): string => {
    const chip = chips.find(({ name }) => name === filter);
    return chip ? `${chip.name} ${chip.value}` : filter;
  };
  return (
    <div className={`${styles.blank} stack grow shrink-y scroll-y gap-5 pad-4`}>
      <section aria-label="Nothing found">
        <h2 className="pad-bottom-1 small bold dim">{answer.note ?? (answer.complete ? 'Nothing found' : 'Nothing found so far')}</h2>
        {answer.indexed < answer.of && <p className="pad-bottom-1">Not all text is searchable yet. Hits appear here as more of it is.</p>}
        {answer.drops.map(({ filter, count: hits }) => (
          <p className="pad-y-1" key={filter}>
            <Button onClick={() => goInSearch({ filters: without(place.filters, filter as keyof SearchFilters) })}>
              Drop {words(filter)}
            </Button>{' '}
            {count(hits, 'hit')}
          </p>
        ))}
        {answer.note === null && answer.drops.length === 0 && place.mode !== 'words' && place.query !== '' && (
          <p className="pad-y-1">
            <Button onClick={() => goInSearch({ mode: 'words' })}>Search for the words, in any order</Button>
          </p>
        )}
      </section>
    </div>
  );
}

/** In a library without tapes: that there is nothing to search, and how to get something. */
export function NothingYet({ scanning }: { scanning: boolean }) {
  const setOverlay = useStore((state) => state.setOverlay);
  return (
    <div className={`${styles.blank} stack grow shrink-y scroll-y gap-5 pad-4`}>
      <section aria-label="Nothing to search" className="stack gap-3">
        <h2 className="small bold dim">{scanning ? 'Looking for logs…' : 'There is nothing to search yet'}</h2>
        {!scanning && <p>No logs were found on this machine. Open some, or say in the settings where agents keep theirs.</p>}
        <p className="row middle wrap gap-2">
          <Samples strong />
          <Button onClick={() => setOverlay('open')}>Open a file or a folder…</Button>
          <Button onClick={() => setOverlay('settings')}>Settings…</Button>
        </p>
      </section>
    </div>
  );
}
