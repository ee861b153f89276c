import type { ProvenanceBlock } from '../../../../shared/model/index.ts';
import type { AskedContext } from '../../data/provenanceHooks.ts';
import { useStore } from '../../state/store.ts';
import { leaveOut } from '../policy/edit.ts';

/** Opens What if with the entries of these blocks left out; says so where no entry holds them. */
export function useTryWithout({ policy }: AskedContext, blocks: readonly ProvenanceBlock[]) {
  return (): void => {
    const { openWhatIf, setNotice } = useStore.getState();
    const entries = blocks.flatMap(({ entry }) => entry ?? []);
    if (entries.length === 0) {
      setNotice('No entry of this tape contains it, so it cannot be left out.');
      return;
    }
    openWhatIf(entries.reduce(leaveOut, policy));
  };
}
