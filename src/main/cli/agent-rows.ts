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
    summary: 'list, prune or export the requests that tape record kept',
    operands: [
      { name: 'prune|export', required: false, offers: ['list', 'prune', 'export'] },
      { name: 'RUN', required: false, offers: 'file' },
    ],
    load: () => import('./commands/captures.ts'),
  },
  {
    name: 'receive',
    topic: 'imported',
    summary: 'keep traces that programs send over OpenTelemetry, as growing tapes',
    operands: [],
    load: () => import('./commands/receive.ts'),
  },
  {
    name: 'pull',
    topic: 'imported',
    summary: 'fetch traces or sessions from the server where a team keeps them',
    operands: [
      { name: 'SERVER', required: true, offers: ['langfuse', 'phoenix', 'postgres'] },
      { name: 'URL', required: true },
    ],
    load: () => import('./commands/pull.ts'),
  },
  {
    name: 'mcp',
    topic: 'agents',
    summary: 'give an agent tools that show it its own context, over MCP',
    operands: [],
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'hook',
    topic: 'agents',
    harmless: true,
    summary: 'handle a hook event of an agent: link its session, keep what a compaction takes',
    operands: [
      { name: 'AGENT', required: true, offers: 'agent' },
      { name: 'EVENT', required: true },
    ],
    load: () => import('./commands/hook.ts'),
  },
  {
    name: 'hook install',
    topic: 'agents',
    summary: 'add hooks to the settings of an agent, after showing the change',
    operands: [{ name: 'AGENT', required: true, offers: 'agent' }],
    load: () => import('./commands/hook-install.ts'),
  },
  {
    name: 'hook uninstall',
    topic: 'agents',
    summary: 'remove the hooks of tape, after showing the change',
    operands: [{ name: 'AGENT', required: true, offers: 'agent' }],
    load: async () => ({ command: (await import('./commands/hook-install.ts')).uninstall }),
  },
  {
    name: 'statusline',
    topic: 'agents',
    harmless: true,
    summary: 'print a status line for an agent: context, base, what a compaction would take, cost',
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
