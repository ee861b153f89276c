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

/** The working view: one tab for each that exists. */
export function Work() {
  const panel = useStore((state) => state.panel);
  const setPanel = useStore((state) => state.setPanel);
  return (
    <Tabs.Root className={styles.work} value={panel} onValueChange={(next: Panel) => setPanel(next)}>
      <Tabs.List className={styles.tabs} aria-label="Views">
        {panels.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} className={styles.tab}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {panels.map(({ id }) => {
        const View = views[id];
        return (
          <Tabs.Panel key={id} value={id} className={styles.view} tabIndex={-1}>
            <View />
          </Tabs.Panel>
        );
      })}
    </Tabs.Root>
  );
}
