import { titleOf } from '../../../../shared/library/names.ts';
import type { Output } from '../../../../shared/rpc/contract.ts';
import { useFormats } from '../../data/formatHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';

interface Props {
  answer: Output<'library.open'>;
  onOpened: () => void;
  /** Opens a path as the format of that id. */
  onAs: (path: string, format: string) => void;
}

/** What was found, and why the rest was refused. */
export function OpenResult({ answer, onOpened, onAs }: Props) {
  const formats = useFormats();
  const nameOf = (id: string): string => formats.find((format) => format.id === id)?.name ?? id;
  const openTape = useStore((state) => state.openTape);
  const [first] = answer.tapes;
  const show = () => {
    if (first === undefined) return;
    openTape(first.id);
    onOpened();
  };
  return (
    <div className="grid gap-2 small" role="status">
      {answer.tapes.length === 0 && answer.refused.length === 0 && <p>No logs found.</p>}
      {first && (
        <p>
          {count(answer.tapes.length, 'tape')} opened.{' '}
          <Button look="quiet" onClick={show}>
            show {titleOf(first)}
          </Button>
        </p>
      )}
      {answer.refused.map(({ path, reason, likely = [] }) => (
        <div key={path} className="pad-left-3 break-anywhere warn-edge">
          {!reason.includes(path) && <code className="block dim">{path}</code>} {reason}
          {likely.length > 0 && (
            <div className="row wrap gap-2 pad-top-2">
              {likely.map((id) => (
                <Button key={id} onClick={() => onAs(path, id)}>
                  Open as {nameOf(id)}
                </Button>
              ))}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
