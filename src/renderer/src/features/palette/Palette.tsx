import { Autocomplete } from '@base-ui/react/autocomplete';
import { useRef, useState } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useFormats } from '../../data/formatHooks.ts';
import { useTape } from '../../data/hooks.ts';
import { useFound } from '../../data/libraryHooks.ts';
import { kept } from '../../state/kept.ts';
import { usePick } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import { type CommandId, commands } from '../keyboard/keys.ts';
import { runCommand, useLiveCommands } from '../keyboard/useKeys.ts';
import { whyNoWay } from '../keyboard/ways.ts';
import { READ_ONLY } from '../native/actions.ts';
import { useNative } from '../native/useNative.ts';
import { useWhyNoRun } from '../run/useRun.ts';
import { useNoCopy } from '../surgery/useNoCopy.ts';
import { type PaletteItem, paletteItems } from './items.ts';
import styles from './Palette.module.css';

/** Commands that come first. */
const MOST = 8;

interface Recent {
  /** The last one first. */
  used: readonly CommandId[];
  use(id: CommandId): void;
}

/** The commands of another version that are none any more are forgotten. */
const known = (value: unknown): CommandId[] => {
  const used = typeof value === 'object' && value !== null && 'used' in value && Array.isArray(value.used) ? value.used : [];
  return commands
    .map(({ id }) => id)
    .filter((id) => used.includes(id))
    .toSorted((a, b) => used.indexOf(a) - used.indexOf(b));
};

/** What was chosen in the palette lately. */
const useRecent = create<Recent>()(
  persist(
    (set) => ({
      used: [],
      use: (id) => set(({ used }) => ({ used: [id, ...used.filter((other) => other !== id)].slice(0, MOST) })),
    }),
    {
      name: 'tapescope-palette',
      storage: createJSONStorage(() => kept),
      partialize: ({ used }) => ({ used }),
      merge: (stored, current) => ({ ...current, used: known(stored) }),
    },
  ),
);

/** Tapes that a query finds at most. */
const TAPES = 40;

const keyOf = (item: PaletteItem): string => {
  if (item.type === 'command') return item.id;
  return item.type === 'tape' ? `tape ${item.tape}` : item.label;
};

const Why = ({ text }: { text: string }) => <span className={`${text.endsWith('.') ? styles.reason : ''} tiny dim`}>{text}</span>;

const Side = ({ item }: { item: PaletteItem }) => {
  if (item.type === 'command' && item.why !== undefined)
    return <Why text={item.why === READ_ONLY ? 'this window is read-only' : item.why} />;
  if (item.type === 'command') return <KeyCaps id={item.id} />;
  return <span className="tiny dim">{item.type === 'tape' ? item.hint : item.type}</span>;
};

/** Every command with its key, every step and entry by number, every tape by title. */
export function Palette({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const live = useLiveCommands();
  const { tape, openTape, moveTo, select, setNotice } = usePick('tape', 'openTape', 'moveTo', 'select', 'setNotice');
  const open = useTape(tape).data?.tape;
  const found = useFound({ words: query.trim().slice(0, 500), limit: TAPES });
  const tapes = found.data?.tapes ?? [];
  const { offers } = useNative();
  const noCopy = useNoCopy(tape);
  const noRun = useWhyNoRun();
  const formats = useFormats();
  const nameOf = (id: string) => formats.find((format) => format.id === id)?.name ?? id;
  const { used: recent, use } = useRecent();
  const items = paletteItems(query, {
    live,
    tapes,
    nameOf,
    recent,
    refused: {
      ...{ ...offers, surgery: noCopy, 'run.write': noRun ?? null, ...(open?.native === null && { 'panel.run': noRun ?? null }) },
      ...{ 'place.back': whyNoWay('back'), 'place.forward': whyNoWay('forward') },
    },
    steps: open?.steps ?? 0,
    entries: open?.entries ?? 0,
  });

  const run = (item: PaletteItem) => {
    onClose();
    if (item.type === 'command') use(item.id);
    if (item.type === 'command' && !runCommand(item.id)) setNotice(`${item.label} · ${item.why ?? 'not here'}`);
    else if (item.type === 'step') moveTo(item.step);
    else if (item.type === 'entry') select(item.entry);
    else if (item.type === 'tape') openTape(item.tape);
  };
  return (
    <Dialog title="Commands" hideTitle focus={field} onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={items}
        filter={null}
        value={query}
        onValueChange={(value, details) => details.reason !== 'item-press' && setQuery(value)}
        itemToStringValue={(item: PaletteItem) => item.label}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input
          ref={field}
          className={`${styles.field} full-width pad-x-4 pad-y-3 large no-outline`}
          aria-label="Command, step, entry or tape"
          placeholder="Command, step, entry or tape"
          spellCheck={false}
        />
        <Autocomplete.List className={`${styles.list} scroll-y pad-bottom-1`}>
          {(item: PaletteItem) => (
            <Autocomplete.Item
              key={keyOf(item)}
              value={item}
              className={`${styles.item} grid middle gap-4 cursor-default`}
              data-refused={item.type === 'command' && item.why !== undefined}
              onClick={() => run(item)}
            >
              <span className="cut">{item.label}</span>
              <Side item={item} />
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className={`${styles.empty} pad-x-4 dim`}>
          {items.length > 0 ? null : found.isFetching ? 'Searching…' : 'No command, place or tape matches.'}
        </Autocomplete.Empty>
      </Autocomplete.Root>
    </Dialog>
  );
}
