import { lostCsv, overviewCsv, toolsCsv, verdictsCsv } from '../../../../shared/library/overview-csv.ts';
import type { SumsTab } from '../../../../shared/model/index.ts';
import { useClient } from '../../data/client.tsx';
import type { TablePlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { saveFile } from '../report/save.ts';
import { askedOf } from './period.ts';

/** Asks again until all sessions have been looked at. */
const wholly = async <A extends { looked: number; of: number }>(ask: () => Promise<A>): Promise<A> => {
  for (;;) {
    const answer = await ask();
    if (answer.looked >= answer.of) return answer;
  }
};

/** Everything that a tab has, as comma-separated values. */
export function useCsv(place: TablePlace, by: SumsTab): () => void {
  const client = useClient();
  const setNotice = useStore((state) => state.setNotice);
  const asked = { ...askedOf(place.query), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, limit: 100_000 };
  const text = async (): Promise<string> => {
    if (by === 'tool') return toolsCsv((await wholly(() => client.call('library.tools', asked))).tools);
    if (by === 'lost') return lostCsv((await wholly(() => client.call('library.lost', asked))).sessions);
    if (by === 'proof') return verdictsCsv((await client.call('evidence.verify', {})).items);
    return overviewCsv(by, (await client.call('library.overview', asked))[by]);
  };
  return () =>
    void text().then(
      (csv) => saveFile(new Blob([csv], { type: 'text/csv' }), `overview-by-${by}.csv`),
      (failure: Error) => setNotice(failure.message),
    );
}
