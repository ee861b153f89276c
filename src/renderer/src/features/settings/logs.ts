import type { LogRoot } from '../../../../shared/model/index.ts';
import type { Settings } from '../../../../shared/rpc/contract.ts';

type Logs = Settings['logs'];

/** The settings with another place for a root; a place that is the usual one is not said. */
export function withPlace(logs: Logs, { id, usual }: Pick<LogRoot, 'id' | 'usual'>, place: { path: string; on: boolean }): Logs {
  const { [id]: _before, ...others } = logs;
  const path = place.path.trim();
  const said = { ...(path !== usual && path !== '' && { path }), ...(!place.on && { off: true as const }) };
  return Object.keys(said).length === 0 ? others : { ...others, [id]: said };
}

/** The settings with what was typed for some roots, by id. */
export function withPaths(logs: Logs, roots: readonly LogRoot[], typed: Readonly<Record<string, string>>): Logs {
  return roots.reduce((all, root) => {
    const path = typed[root.id];
    return path === undefined ? all : withPlace(all, root, { path, on: all[root.id]?.off !== true });
  }, logs);
}
