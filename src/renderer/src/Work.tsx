import { Tabs } from '@base-ui/react/tabs';
import { Activity, memo, useEffect, useRef, useState } from 'react';
import { type PanelId, panels, WHAT_IF } from '../../shared/panels.ts';
import { ComparePanel } from './features/compare/ComparePanel.tsx';
import { ContextPanel } from './features/context/ContextPanel.tsx';
import { ConversationPanel } from './features/conversation/ConversationPanel.tsx';
import { EntriesPanel } from './features/entries/EntriesPanel.tsx';
import { GraphPanel } from './features/graph/GraphPanel.tsx';
import { HandoffsPanel } from './features/handoffs/HandoffsPanel.tsx';
import { useOpenRow } from './features/native/useNative.ts';
import { ProvenancePanel } from './features/provenance/ProvenancePanel.tsx';
import { RequestPanel } from './features/request/RequestPanel.tsx';
import { ResidencyPanel } from './features/residency/ResidencyPanel.tsx';
import { RunPanel } from './features/run/RunPanel.tsx';
import { WhatIfPanel } from './features/what-if/WhatIfPanel.tsx';
import type { Panel } from './state/hash.ts';
import { useStore } from './state/store.ts';
import { Boundary } from './ui/Boundary.tsx';
import styles from './Work.module.css';

type ViewId = PanelId | typeof WHAT_IF.id;

const all = [...panels, WHAT_IF];

const panelsOf: Readonly<Record<ViewId, () => React.ReactNode>> = {
  context: ContextPanel,
  conversation: ConversationPanel,
  request: RequestPanel,
  provenance: ProvenancePanel,
  entries: EntriesPanel,
  graph: GraphPanel,
  compare: ComparePanel,
  residency: ResidencyPanel,
  handoffs: HandoffsPanel,
  run: RunPanel,
  'what-if': WhatIfPanel,
};

/** A view is drawn again when what it asks for changed, and not because it is shown again. */
const views = Object.fromEntries(Object.entries(panelsOf).map(([id, Panel]) => [id, memo(Panel)])) as unknown as typeof panelsOf;

const PANEL = 'view-of-the-tape';

/** Views that are kept: the open one, and those that were open before, to which a switch back then draws nothing again. */
const KEPT = 5;

const useKept = (shown: ViewId): readonly ViewId[] => {
  const [kept, setKept] = useState<readonly ViewId[]>([shown]);
  if (kept[0] === shown) return kept;
  const next = [shown, ...kept.filter((other) => other !== shown)].slice(0, KEPT);
  setKept(next);
  return next;
};

interface ViewProps {
  id: ViewId;
  tape: string | null;
  shown: boolean;
}

/**
 * `Activity` hides a view by `display: none`, which drops its styles and its layout: a switch back would make them all again. The box around
 * the view hides it instead.
 */
const keepLayout = (panel: HTMLElement | null): void => {
  if (panel !== null) panel.style.setProperty = () => {};
};

/** Drawn by hand: a panel of the library waits for animations, which costs a layout with each switch. */
const View = memo(function View({ id, tape, shown }: ViewProps) {
  const Content = views[id];
  return (
    <div className={styles.view} data-hidden={shown ? undefined : ''}>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <div
          ref={keepLayout}
          id={shown ? PANEL : undefined}
          role="tabpanel"
          aria-labelledby={tabOf(id)}
          className="full-height shrink-y clip no-outline"
          tabIndex={-1}
        >
          <Boundary about={`${tape} ${id}`}>
            <Content />
          </Boundary>
        </div>
      </Activity>
    </div>
  );
});

/** The view that is open, and out of sight those before it: they hold no keys, ask nothing and draw nothing meanwhile. */
const Open = ({ tape }: { tape: string | null }) => {
  const shown = useStore(({ panel }) => (panel === 'merge' ? 'context' : panel));
  const kept = useKept(shown);
  return all.flatMap(({ id }) => (kept.includes(id) ? [<View key={id} id={id} tape={tape} shown={id === shown} />] : []));
};

const tabOf = (panel: Panel): string => `tab-${panel}`;

/** Where a tab has the focus when another view is shown, by its key, the focus is on the tab of that. */
const useFollowingFocus = (panel: Panel) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) return;
    // With the frame, which lays the window out anyway.
    const frame = requestAnimationFrame(() => document.getElementById(tabOf(panel))?.focus());
    return () => cancelAnimationFrame(frame);
  }, [panel]);
  return list;
};

/** The working view: one tab for each that exists. */
export function Work() {
  const panel = useStore((state) => state.panel);
  const tape = useStore((state) => state.tape);
  const setPanel = useStore((state) => state.setPanel);
  const list = useFollowingFocus(panel);
  const native = useOpenRow()?.native != null;
  const shown = all.filter((one) => one.id === panel || (one.id !== WHAT_IF.id && (native || !('native' in one))));
  return (
    <Tabs.Root className={`${styles.work} grid full-height on-bg`} value={panel} onValueChange={(next: Panel) => setPanel(next)}>
      <Tabs.List ref={list} className={`${styles.tabs} row gap-4 pad-x-4 line-below`} aria-label="Views">
        {shown.map(({ id, name }) => (
          <Tabs.Tab
            key={id}
            id={tabOf(id)}
            value={id}
            className={`${styles.tab} hover-ink relative nowrap dim`}
            aria-controls={id === panel ? PANEL : undefined}
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Open key={tape} tape={tape} />
    </Tabs.Root>
  );
}
