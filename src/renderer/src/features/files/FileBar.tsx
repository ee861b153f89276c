import type { Output } from '../../../../shared/rpc/contract.ts';
import { useInfo } from '../../data/appHooks.ts';
import { useFloatCall } from '../../data/floatHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Copy } from '../../ui/Copy.tsx';
import styles from './Context.module.css';
import { STATE_SENTENCES } from './labels.ts';

/** Which of the two texts is shown, or what they differ in. */
export type Shown = 'disk' | 'now' | 'difference';

interface Props {
  root: string;
  context: Output<'float.context'>;
  differs: boolean;
  shown: Shown;
  beside: boolean;
  onShow: (shown: Shown) => void;
  onFold: () => void;
}

const CHOICES: readonly { shown: Shown; words: string }[] = [
  { shown: 'disk', words: 'On disk' },
  { shown: 'now', words: 'As built now' },
  { shown: 'difference', words: 'Difference' },
];

/** What is below, said in a sentence: the file itself, or what a build would write. */
const saying = ({ state, onDisk }: Props['context'], differs: boolean): string => {
  if (onDisk === null) return `${STATE_SENTENCES[state]} Below is what a build would write.`;
  if (!differs && state === 'stale') return 'Its inputs have changed, but not what this tier shows: an agent learns the same.';
  return STATE_SENTENCES[state];
};

/** Name of the file, which text of it is shown, and what to do about a file that is not as it should be. */
export function FileBar({ root, context, differs, shown, beside, onShow, onFold }: Props) {
  const readOnly = useInfo().data?.readOnly ?? false;
  const build = useFloatCall('float.build');
  const setNotice = useStore((state) => state.setNotice);
  const { path, file, state } = context;
  const run = () =>
    build.mutate(
      { root, path },
      { onError: (error) => setNotice(error.message), onSuccess: () => setNotice(`Built the files of ${path}.`) },
    );
  return (
    <div className={`${styles.bar} row middle wrap rigid pad-x-4 pad-y-2 line-below small gap-y-1 gap-x-3`} tabIndex={-1}>
      <code className="cut max-full" title={`.float/context/${file}`}>
        {file}
      </code>
      <Copy text={`${root}/.float/context/${file}`} what="path" />
      <Copy text={shown === 'now' || context.onDisk === null ? context.text : context.onDisk} what="text" />
      {differs && (
        <fieldset className={`inline-row gap-3`} aria-label="Which text">
          {CHOICES.map((choice) => (
            <button
              key={choice.shown}
              type="button"
              className="choice"
              aria-pressed={shown === choice.shown}
              onClick={() => onShow(choice.shown)}
            >
              {choice.words}
            </button>
          ))}
        </fieldset>
      )}
      <Button look="quiet" aria-expanded={beside} onClick={onFold}>
        {beside ? 'hide the folder' : 'about the folder'}
      </Button>
      <p className={`${styles.saying} file-state dim pretty`} data-state={state}>
        {saying(context, differs)}{' '}
        {state !== 'current' && state !== 'over-budget' && !readOnly && (
          <Button look="quiet" onClick={build.isPending ? undefined : run} aria-disabled={build.isPending}>
            {build.isPending ? 'building…' : 'build it'}
          </Button>
        )}
      </p>
    </div>
  );
}
