import { Tabs } from '@base-ui/react/tabs';
import { type PanelId, panels } from '../../shared/panels.ts';
import { ComparePanel } from './features/compare/ComparePanel.tsx';
import { ContextPanel } from './features/context/ContextPanel.tsx';
import { ConversationPanel } from './features/conversation/ConversationPanel.tsx';
import { EntriesPanel } from './features/entries/EntriesPanel.tsx';
import { GraphPanel } from './features/graph/GraphPanel.tsx';
import { HandoffsPanel } from './features/handoffs/HandoffsPanel.tsx';
import { ProvenancePanel } from './features/provenance/ProvenancePanel.tsx';
import { ResidencyPanel } from './features/residency/ResidencyPanel.tsx';
import type { Panel } from './state/hash.ts';
import { useStore } from './state/store.ts';
import { Boundary } from './ui/Boundary.tsx';
import styles from './Work.module.css';

const views: Readonly<Record<PanelId, () => React.ReactNode>> = {
  context: ContextPanel,
  conversation: ConversationPanel,
  provenance: ProvenancePanel,
  entries: EntriesPanel,
  graph: GraphPanel,
  compare: ComparePanel,
  residency: ResidencyPanel,
  handoffs: HandoffsPanel,
};

const PANEL = 'view-of-the-tape';

/** The view that is open. Drawn by hand: a panel of the library waits for animations, which costs a layout with each switch. */
const Open = () => {
  const panel = useStore((state) => state.panel);
  const tape = useStore((state) => state.tape);
  const View = views[panel === 'merge' ? 'context' : panel];
  return (
    <div key={panel} id={PANEL} role="tabpanel" aria-labelledby={tabOf(panel)} className={styles.view} tabIndex={-1}>
      <Boundary about={`${tape} ${panel}`}>
        <View />
      </Boundary>
    </div>
  );
};

const tabOf = (panel: Panel): string => `tab-${panel}`;

/** The working view: one tab for each that exists. */
export function Work() {
  const panel = useStore((state) => state.panel);
  const setPanel = useStore((state) => state.setPanel);
  return (
    <Tabs.Root className={styles.work} value={panel} onValueChange={(next: Panel) => setPanel(next)}>
      <Tabs.List className={styles.tabs} aria-label="Views">
        {panels.map(({ id, name }) => (
          <Tabs.Tab key={id} id={tabOf(id)} value={id} className={styles.tab} aria-controls={id === panel ? PANEL : undefined}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Open />
    </Tabs.Root>
  );
}
