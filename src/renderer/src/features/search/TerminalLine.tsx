import { useStore } from '../../state/store.ts';
import { isBlank } from './place.ts';
import { terminalLine } from './says.ts';

/** The same search as a command, to copy. */
export function TerminalLine() {
  const search = useStore((state) => state.search);
  if (search === null || isBlank(search)) return null;
  return (
    <span className="push shrink-x dim cut">
      in the terminal: <code className="ink">{terminalLine(search)}</code>
    </span>
  );
}
