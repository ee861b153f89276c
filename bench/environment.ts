/**
 * What a benchmark starts Tapescope with: nothing that leads to the sessions of whoever measures, whose import would be in the figures, or to a
 * cache of compiled code that no user has.
 */
export function environmentIn(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: home, USERPROFILE: home, TAPESCOPE_HOME: home };
}
