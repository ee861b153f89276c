import type { RunSetup, RunTool } from '../../../../shared/model/run.ts';
import { useForgetRule } from '../../data/runHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { toolsOf } from './settings.ts';
import { useRunSettings, useRunState } from './state.ts';
import styles from './ToolList.module.css';

/** The tools that a model may call, and what this workspace remembers of each. */
export function ToolList({ tape, setup }: { tape: string; setup: RunSetup }) {
  const settings = useRunSettings(setup.folder);
  const chosen = toolsOf(settings, setup);
  const forget = useForgetRule(tape);
  const toggle = (name: string) => {
    const tools = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
    useRunState.getState().set(setup.folder, { tools });
  };
  return (
    <fieldset className={`${styles.tools} grid scroll gap-1 pad-y-2`} aria-label="Tools">
      {setup.tools.map((tool) => (
        <div key={tool.name} className={`${styles.tool} row baseline wrap gap-x-3`}>
          <label title={tool.description}>
            <input
              type="checkbox"
              checked={chosen.includes(tool.name)}
              disabled={tool.remembered === 'never'}
              onChange={() => toggle(tool.name)}
            />{' '}
            <code>{tool.name}</code>
          </label>
          <span className="dim">{asksWords(tool)}</span>
          {(tool.remembered === null ? tool.rules : [tool.name, ...tool.rules]).map((rule) => (
            <Button key={rule} look="quiet" title={rule} onClick={() => forget.mutate(rule)}>
              forget {rule === tool.name ? 'that' : rule.slice(tool.name.length + 1)}
            </Button>
          ))}
        </div>
      ))}
      {forget.isError && <p role="alert">{forget.error.message}</p>}
    </fieldset>
  );
}

const asksWords = ({ asks, remembered }: RunTool): string => {
  if (remembered === 'never') return 'never runs here';
  if (remembered === 'always') return 'runs without asking here';
  return asks ? 'asks before each call' : 'does not ask';
};
