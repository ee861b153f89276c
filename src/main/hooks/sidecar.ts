import type { TapeRow, View } from '../../shared/model/index.ts';
import type { Where } from '../engine/hooks/notes.ts';
import { slugOf } from '../engine/store/names.ts';
import { openTape } from '../engine/store/open-tape.ts';
import { initWorkspace } from '../engine/store/workspace.ts';
import type { Before } from './snapshot.ts';

/** The native session next to a session of an agent, by its name in the workspace of the folder. */
const sidecarName = ({ agent, session }: Where): string => `${agent}-${slugOf(session).slice(0, 12)}`;

const rangesOf = (view: View): [number, number][] => {
  const held = [...new Set(view.blocks.flatMap(({ entries }) => entries))].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const seq of held) {
    const last = ranges.at(-1);
    if (last && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
};

/** Appends an anchor that says what was in context before a compaction to the native tape next to the session, which it begins where there is none. */
export function anchorBefore(tapeHome: string, folder: string, where: Where, tape: TapeRow, before: Before, view: View): void {
  const { workspace } = initWorkspace(tapeHome, folder);
  const follows = { agent: where.agent, session: where.session, file: tape.file };
  const sidecar = openTape(workspace, { session: sidecarName(where), fork: null }, { create: true, start: { follows } });
  try {
    sidecar.handoff({
      name: 'before-compaction',
      summary: `In context before a compaction: ${before.entries} entries${before.tokens === null ? '' : `, about ${before.tokens} tokens`}.`,
      state: {
        follows: { ...follows, tape: tape.id, entry: before.entry },
        in_context: rangesOf(view),
        ...{ tokens: before.tokens, said: before.said, files: before.files },
      },
    });
  } finally {
    sidecar.close();
  }
}
