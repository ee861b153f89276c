import type { JsonObject } from '../formats/values.ts';

/** Lines of two programs, as where one log was put after another: either is as likely. */
export function mixedLog(): JsonObject[] {
  return [
    { sessionId: 's1', projectHash: 'p1', startTime: '2026-01-05T09:00:00Z', lastUpdated: '2026-01-05T09:00:00Z', kind: 'main' },
    { type: 'session.start', data: { sessionId: 's1' }, id: 'a', timestamp: '2026-01-05T09:00:00Z', parentId: null },
  ];
}
