import type { ProgramHelp } from '../command.ts';

export const FLOAT_HELP: ProgramHelp = {
  head:
    'Turns what is known about a project into context files for agents: the database in .float is the source, ' +
    'the files in .float/context are built from it, and an agent reads one of them.',
  topic: 'project',
  foot: [
    'Exit codes:',
    '  0    done',
    '  1    failed, or context files that are not current',
    '  2    a wrong argument: a typo, a folder that the last scan did not see',
    '  3    refused: a database of a newer version, a link instead of .float,',
    '       a decision superseded already',
    '  130  stopped by Ctrl-C',
    '',
    'The project is the nearest folder with a .float at or above this one. PATH is a folder of it: /src/auth from the project, ' +
      'src/auth from where you are. With --json, stdout holds exactly one object; a failure is {"error": {code, message}} on stderr. ' +
      'NO_COLOR turns colour off.',
    '',
    'Examples:',
    '  float init && float scan && float generate && float build',
    '                              makes a context file for each folder, from scratch',
    '  float build --stale         builds what changed, and nothing else',
    '  float help log add          every command has a page like it',
  ],
};
