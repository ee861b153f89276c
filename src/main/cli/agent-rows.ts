import type { Row } from './command.ts';

/** Commands that agents and the programs around them use, and that keep what these send. */
export const AGENT_ROWS: readonly Row[] = [
  {
    name: 'record',
    topic: 'imported',
    rest: true,
    summary: 'run an agent and keep the requests that it sends',
    operands: [{ name: 'COMMAND', required: true, many: true }],
    load: () => import('./commands/record.ts'),
  },
  {
    name: 'captures',
    topic: 'imported',
    summary: 'list the requests that tape record kept, remove old runs, or export one with private data redacted',
    operands: [
      { name: 'WHAT', required: false, offers: ['list', 'prune', 'export'] },
      { name: 'RUN', required: false, offers: 'file' },
    ],
    load: () => import('./commands/captures.ts'),
  },
  {
    name: 'receive',
    topic: 'imported',
    summary: 'keep traces that programs send by OpenTelemetry, as tapes that grow',
    operands: [],
    load: () => import('./commands/receive.ts'),
  },
  {
    name: 'pull',
    topic: 'imported',
    summary: 'bring traces or sessions from the server that a team keeps them in',
    operands: [
      { name: 'SERVER', required: true, offers: ['langfuse', 'phoenix', 'postgres'] },
      { name: 'URL', required: true },
    ],
    load: () => import('./commands/pull.ts'),
  },
  {
    name: 'mcp',
    topic: 'agents',
    summary: 'give an agent tools that show it its own context, over the Model Context Protocol',
    operands: [],
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'hook',
    topic: 'agents',
    harmless: true,
    summary: 'take an event of an agent’s hooks: link its session, keep what a compaction takes',
    operands: [
      { name: 'AGENT', required: true, offers: 'agent' },
      { name: 'EVENT', required: true },
    ],
    load: () => import('./commands/hook.ts'),
  },
  {
    name: 'hook install',
    topic: 'agents',
    summary: 'add these hooks to the settings of an agent, after showing the change',
    operands: [{ name: 'AGENT', required: true, offers: 'agent' }],
    load: () => import('./commands/hook-install.ts'),
  },
  {
    name: 'hook uninstall',
    topic: 'agents',
    summary: 'remove them again, after showing the change',
    operands: [{ name: 'AGENT', required: true, offers: 'agent' }],
    load: async () => ({ command: (await import('./commands/hook-install.ts')).uninstall }),
  },
  {
    name: 'statusline',
    topic: 'agents',
    harmless: true,
    summary: 'print a line for the status line of an agent: context, base, what a compaction would take, cost',
    operands: [],
    load: () => import('./commands/statusline.ts'),
  },
  {
    name: '__watch',
    topic: 'agents',
    raw: true,
    harmless: true,
    summary: 'look at what a compaction takes',
    operands: [{ name: 'WORD', required: false, many: true }],
    load: () => import('./commands/hook-watch.ts'),
  },
];
