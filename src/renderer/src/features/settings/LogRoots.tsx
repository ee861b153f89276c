import type { FormatRow, LogRoot } from '../../../../shared/model/index.ts';
import { useFormats } from '../../data/formatHooks.ts';
import { AgentMark } from '../../ui/AgentMark.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Settings.module.css';

interface Props {
  /** Paths that were typed and not saved yet, by root. */
  typed: Readonly<Record<string, string>>;
  onType: (root: string, path: string) => void;
  onSwitch: (root: LogRoot, on: boolean) => void;
}

/** Where logs are found by themselves: one line for each place, which can be switched off or be elsewhere. */
export function LogRoots(props: Props) {
  return (
    <fieldset className="pad-top-1 pad-bottom-2" aria-label="Logs of agents">
      <span className="small dim">Logs of agents</span>
      <ul className="pad-top-1">
        {useFormats()
          .filter(({ own }) => !own)
          .flatMap((format) => format.roots.map((root) => <Place key={root.id} format={format} root={root} {...props} />))}
      </ul>
    </fieldset>
  );
}

const Place = ({ format, root, typed, onType, onSwitch }: Props & { format: FormatRow; root: LogRoot }) => {
  const name = `${format.name} ${root.name}`;
  const path = typed[root.id] ?? root.path;
  return (
    <li className={`${styles.place} grid middle gap-3 small pad-y-tight`}>
      <label className={`${styles.root} grid middle gap-2`}>
        <input type="checkbox" checked={root.on} onChange={({ target }) => onSwitch(root, target.checked)} />
        <AgentMark format={format} />
        <span>{name}</span>
      </label>
      <TextField
        className="code"
        aria-label={`Where ${name} are`}
        value={path}
        disabled={!root.on}
        onChange={(event) => onType(root.id, event.target.value)}
      />
      <span className="tiny dim">{!root.on ? 'off' : root.found || path !== root.path ? '' : 'not there'}</span>
    </li>
  );
};
