import { expect, it } from 'vitest';
import { placeOf } from '../../../shared/library/names.ts';
import { fitting } from '../../../shared/library/query.ts';
import { drawnTape } from '../../../shared/library/testing.ts';
import { createShelved } from './shelved.ts';

it('files what was captured with its session, so that a filter on a project finds as much as the overview adds up', async () => {
  const rows = [
    drawnTape('session', { project: '/home/ann/app' }),
    drawnTape('worktree', { project: '/home/ann/app-two' }),
    drawnTape('kept', { project: '/srv/requests', relation: 'capture', parent: 'session' }),
    drawnTape('too', { project: '/srv/requests', relation: 'capture', parent: 'worktree' }),
    drawnTape('alone', { project: '/srv/requests', relation: 'capture', parent: null }),
  ];
  const joins = new Map([['/home/ann/app-two', { of: '/home/ann/app', part: 'app-two', why: 'a worktree' }]]);
  const shelved = createShelved({ all: () => new Map() } as never, async () => joins);
  const listed = await shelved({ version: 1, sorted: () => rows }, {});
  const places = Object.fromEntries(listed.sorted('newest').map((row) => [row.id, placeOf(row)]));
  expect(places).toEqual({
    ...{ session: '/home/ann/app', worktree: '/home/ann/app', kept: '/home/ann/app', too: '/home/ann/app' },
    alone: '/srv/requests',
  });
  const fits = fitting('project:=/home/ann/app', (format) => format, 0) ?? (() => false);
  expect(
    listed
      .sorted('newest')
      .filter(fits)
      .map(({ id }) => id),
  ).toEqual(['session', 'worktree', 'kept', 'too']);
});
