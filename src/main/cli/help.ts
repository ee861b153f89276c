import type { ProgramHelp } from './command.ts';
import { EXIT_HELP } from './exit.ts';

const HEAD =
  'Shows what an agent had in its context at any step, from the logs that agents already write, and stores native tapes: ' +
  'append-only folders of JSONL with anchors, forks and merges.';

const FOOT = [
  ...EXIT_HELP,
  '',
  'With --json, stdout is exactly one object; a failure is {"error": {code, message}} on stderr, a remark {"note"}. ' +
    'Commands for native tapes use the workspace of the current directory, or of the nearest one above it. ' +
    'TAPE_HOME names the folder of the workspaces (default: ~/.tape), TAPESCOPE_HOME that of the catalog (default: ~/.tapescope). ' +
    'NO_COLOR turns colour off.',
  '',
  'Examples:',
  '  tape view session.jsonl --step 12   what the model saw at step 12',
  '  tape init                           starts a native tape for this directory',
  '  tape help merge                     every command has a page like it',
];

export const TAPE_HELP: ProgramHelp = { head: HEAD, topic: 'window', foot: FOOT };
