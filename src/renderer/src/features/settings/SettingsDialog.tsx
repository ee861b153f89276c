import { type FormEvent, useId, useState } from 'react';
import type { LogRoot } from '../../../../shared/model/index.ts';
import { FINDING_KINDS, OPTIONAL_KINDS, type OptionalKind } from '../../../../shared/model/vocabulary.ts';
import type { Settings } from '../../../../shared/rpc/contract.ts';
import { useInfo, useSaveSettings, useSettings } from '../../data/appHooks.ts';
import { useFormats } from '../../data/formatHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LogRoots } from './LogRoots.tsx';
import { NamedPolicies } from './NamedPolicies.tsx';
import styles from './Settings.module.css';

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

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const moneys = [
  { value: 'dollars', label: 'Tokens and money' },
  { value: 'tokens', label: 'Tokens only' },
] as const;

const Form = ({ settings, onClose }: { settings: Settings; onClose: () => void }) => {
  const id = useId();
  const save = useSaveSettings();
  const roots = useFormats()
    .filter(({ own }) => !own)
    .flatMap((format) => format.roots);
  const [tapeHome, setTapeHome] = useState(settings.tapeHome);
  /** Paths that were typed, by root. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const logs = withPaths(settings.logs, roots, typed);
  const changed = tapeHome !== settings.tapeHome || JSON.stringify(logs) !== JSON.stringify(settings.logs);
  const empty = tapeHome.trim() === '' || Object.values(typed).some((path) => path.trim() === '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ logs, tapeHome }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <div className="pad-x-4 pad-top-2 pad-bottom-3">
        <LogRoots
          typed={typed}
          onType={(root, path) => setTyped({ ...typed, [root]: path })}
          onSwitch={(root, on) => save.mutate({ logs: withPlace(settings.logs, root, { path: root.path, on }) })}
        />
        <div className={`${styles.place} grid middle gap-3 small pad-y-tight`}>
          <label htmlFor={`${id}-home`} className="small dim">
            Workspaces
          </label>
          <TextField id={`${id}-home`} className="code" value={tapeHome} onChange={(event) => setTapeHome(event.target.value)} />
        </div>
        <div className={`${styles.field} grid baseline gap-3 pad-y-1`}>
          <span className="small dim">Theme</span>
          <span>
            <Select label="Theme" value={settings.theme} options={themes} onChange={(theme) => save.mutate({ theme })} />
          </span>
        </div>
        <div className={`${styles.field} grid baseline gap-3 pad-y-1`}>
          <span className="small dim">Cost</span>
          <span>
            <Select label="Cost" value={settings.money} options={moneys} onChange={(money) => save.mutate({ money })} />
          </span>
        </div>
        <NamedPolicies readOnly={useInfo().data?.readOnly ?? true} />
        <Redact kinds={settings.redact} onChange={(redact) => save.mutate({ redact })} />
      </div>
      {save.isError && <Failure error={save.error} />}
      <div className="row apart gap-5 pad-x-4 pad-y-3 line-above bottom-aligned">
        <Where />
        <Button type="submit" look="strong" disabled={!changed || empty || save.isPending}>
          Save folders
        </Button>
      </div>
    </form>
  );
};

interface RedactProps {
  kinds: readonly OptionalKind[];
  onChange: (kinds: readonly OptionalKind[]) => void;
}

/** What reports leave out besides keys, tokens, passwords, mail addresses, home paths and IP addresses. */
const Redact = ({ kinds, onChange }: RedactProps) => (
  <fieldset className={`${styles.field} grid baseline gap-3 pad-y-1`} aria-label="Also redact in reports">
    <span className="small dim">Also redact in reports</span>
    <span className="grid gap-x-3 gap-y-1 small halves">
      {OPTIONAL_KINDS.map((kind) => (
        <label className="nowrap" key={kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ target }) => onChange(OPTIONAL_KINDS.filter((one) => (one === kind ? target.checked : kinds.includes(one))))}
          />{' '}
          {FINDING_KINDS[kind][1]}
        </label>
      ))}
    </span>
  </fieldset>
);

const Where = () => {
  const info = useInfo().data;
  if (info === undefined) return <span />;
  return (
    <p className="tiny dim">
      Tapescope {info.version} stores its index and these settings in <code className="tiny">{info.home}</code>. Logs of agents are
      read-only
      {info.readOnly ? '; this window was started read-only.' : '; workspaces change only when you write to them.'}
    </p>
  );
};

/** Where logs are looked for, where workspaces are kept, and the theme. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useSettings();
  return (
    <Dialog title="Settings" onClose={onClose}>
      {settings.isPending && <SkeletonRows rows={3} height={44} label="Reading the settings" />}
      {settings.isError && <Failure error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isSuccess && <Form settings={settings.data} onClose={onClose} />}
    </Dialog>
  );
}
