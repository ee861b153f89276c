import { Tabs } from '@base-ui/react/tabs';
import { ComparePanel } from './features/compare/ComparePanel.tsx';
import { ContextPanel } from './features/context/ContextPanel.tsx';
import { EntriesPanel } from './features/entries/EntriesPanel.tsx';
import { GraphPanel } from './features/graph/GraphPanel.tsx';
import { HandoffsPanel } from './features/handoffs/HandoffsPanel.tsx';
import { ResidencyPanel } from './features/residency/ResidencyPanel.tsx';
import type { Panel } from './state/hash.ts';
import { useStore } from './state/store.ts';
import styles from './Work.module.css';

const views = [
  { id: 'context', name: 'Context', View: ContextPanel },
  { id: 'entries', name: 'Entries', View: EntriesPanel },
  { id: 'graph', name: 'Graph', View: GraphPanel },
  { id: 'compare', name: 'Compare', View: ComparePanel },
  { id: 'residency', name: 'Residency', View: ResidencyPanel },
  { id: 'handoffs', name: 'Handoffs', View: HandoffsPanel },
] as const satisfies readonly { id: Panel; name: string; View: () => React.ReactNode }[];

/** The working view: one tab for each that exists. */
export const Work = () => {
  const panel = useStore((state) => state.panel);
  const setPanel = useStore((state) => state.setPanel);
  return (
    <Tabs.Root className={styles.work} value={panel} onValueChange={(next: Panel) => setPanel(next)}>
      <Tabs.List className={styles.tabs} aria-label="Views">
        {views.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} className={styles.tab}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ id, View }) => (
        <Tabs.Panel key={id} value={id} className={styles.view} tabIndex={-1}>
          <View />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
};
