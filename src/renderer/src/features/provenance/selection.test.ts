import { expect, it } from 'vitest';
import type { ProvenanceSource } from '../../../../shared/model/index.ts';
import { useSelection } from './selection.ts';
import { choose } from './useGraph.ts';

const source = (id: string, joined: number): ProvenanceSource => ({
  ...{ id, group: 'files', name: id, code: false, tone: 'result', tokens: 9, blocks: 2, joined, absent: null, entry: 7 },
});

it('a joined source unfolds its group once and lights nothing; any other one is lit', () => {
  choose(source('files:*', 4));
  choose(source('files:a.ts', 0));
  expect(useSelection.getState()).toMatchObject({ open: ['files'], source: 'files:a.ts', entry: 7 });
  choose(source('files:*', 4));
  expect(useSelection.getState()).toMatchObject({ open: ['files'], source: 'files:*' });
});
