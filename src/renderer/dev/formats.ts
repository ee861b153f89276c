import type { Abilities, FormatRow } from '../../shared/model/index.ts';

const row = (id: string, name: string, mark: string, path: string, part: Partial<FormatRow> = {}): FormatRow => ({
  id,
  name,
  mark,
  versions: ['1.0 … 2.1'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: { text: 'The path from the last compaction on.', source: 'its own sources' },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  can: { fork: true, dropSpan: true, compact: true, check: true },
  cannot: {},
  unproven: [],
  roots: [{ id: `${id}Logs`, name: 'sessions', path, usual: path, on: true, found: true }],
  commands: false,
  own: false,
  ...part,
});

/** Agents as the window is drawn with in development. */
export const formats: readonly FormatRow[] = [
  row('claude-code', 'Claude Code', 'CC', '/home/me/.claude/projects'),
  row('bub', 'Bub', 'B', '/home/me/.bub/tapes', {
    can: { fork: false, dropSpan: false, compact: false, check: true },
    cannot: { fork: 'Its tapes have no copies.', dropSpan: 'Its tapes have no copies.', compact: 'Its tapes have no copies.' },
    commands: true,
  }),
];

export function nameOf(id: string): string {
  return formats.find((format) => format.id === id)?.name ?? id;
}

/** What can be done with tapes of a format: everything, where nothing is known of it. */
export function abilitiesIn(id: string): Abilities {
  const { can, cannot } = formats.find((format) => format.id === id) ?? row(id, id, '', '');
  return { can, cannot };
}
