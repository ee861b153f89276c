import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { asking, type LISTED } from '../../../../shared/library/asked.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { kept } from '../../state/kept.ts';
import { useStore } from '../../state/store.ts';

const BLANK: SearchPlace = { query: '', mode: 'words', filters: {}, sort: 'newest' };

interface Searches {
  /** Where the page was left, to go back to. */
  left: SearchPlace;
  /** Searches of which a hit was opened, the newest first. */
  recent: readonly SearchPlace[];
  saved: readonly SearchPlace[];
}

/** What was searched for before; it outlives the window where it can be kept. */
export const useSearches = create<Searches>()(
  persist((): Searches => ({ left: BLANK, recent: [], saved: [] }), {
    name: 'tapescope-searches',
    storage: createJSONStorage(() => kept),
    partialize: ({ recent, saved }) => ({ recent, saved }),
  }),
);

/** Searches that are offered again. */
const RECENT = 5;

const same = (a: SearchPlace, b: SearchPlace): boolean => JSON.stringify({ ...BLANK, ...a }) === JSON.stringify({ ...BLANK, ...b });

/** Remembers a search of which something was opened. */
export function remember(place: SearchPlace): void {
  useSearches.setState(({ recent }) => ({ recent: [place, ...recent.filter((one) => !same(one, place))].slice(0, RECENT) }));
}

/** Keeps a search, or forgets it again. */
export function toggleSaved(place: SearchPlace): void {
  useSearches.setState(({ saved }) => {
    const others = saved.filter((one) => !same(one, place));
    return { saved: others.length < saved.length ? others : [place, ...saved] };
  });
}

export function isSaved(saved: readonly SearchPlace[], place: SearchPlace): boolean {
  return saved.some((one) => same(one, place));
}

/** Counts how often the page was asked for, so that its field takes the keys each time. */
export const useAsked = create<{ times: number }>()(() => ({ times: 0 }));

/** Shows the search page as it was left, or with another search. */
export function openSearch(change: Partial<SearchPlace> | null = null): void {
  const { search, setSearch } = useStore.getState();
  const place = change === null ? (search ?? useSearches.getState().left) : { ...BLANK, ...change };
  setSearch(place);
  useAsked.setState(({ times }) => ({ times: times + 1 }));
}

/** Goes back to what was shown before. */
export function closeSearch(): void {
  useStore.getState().setSearch(null);
}

/** Changes what is searched for. */
export function goInSearch(change: Partial<SearchPlace>): void {
  const { search, setSearch } = useStore.getState();
  if (search === null) return;
  const place = { ...search, ...change };
  useSearches.setState({ left: place });
  setSearch(place);
}

type Lists = (typeof LISTED)[number];

/** The conditions with a value more, or without it where they have it. */
export function toggled(filters: SearchPlace['filters'], name: Lists, value: string): SearchPlace['filters'] {
  const before = filters[name] ?? [];
  const values = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  const { [name]: _, ...rest } = filters;
  return values.length === 0 ? rest : { ...rest, [name]: values };
}

/** Whether a search has no conditions and no words. */
export function isBlank({ query, filters }: SearchPlace): boolean {
  return query.trim() === '' && asking(filters).length === 0;
}
