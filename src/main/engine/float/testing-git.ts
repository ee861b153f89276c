import { execFileSync, spawnSync } from 'node:child_process';

export const hasGit = spawnSync('git', ['--version']).status === 0;

/** The files that git would take up in a folder that is made a repository for it; what a person or a hook has set for git does not count. */
export function seenByGit(root: string): string[] {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: root, XDG_CONFIG_HOME: root };
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'core.quotePath=false', ...words], { cwd: root, env, encoding: 'utf8' });
  git('init', '-q', '--template=');
  return git('ls-files', '-o', '--exclude-standard', '-z').split('\0').filter(Boolean);
}
