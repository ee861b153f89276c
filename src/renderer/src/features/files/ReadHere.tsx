import { useReads } from '../../data/readHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../inspector/Facts.tsx';
import styles from './Builds.module.css';
import { openFiles } from './place.ts';
import { readTone, readWords } from './reads.ts';

/** Where an entry read a context file: which build that was, whether it was stale at that moment, and the way to it. */
export function ReadHere({ tape, seq, answers }: { tape: string; seq: number; answers: number | null }) {
  const reads = useReads(tape).filter((read) => read.seq === seq || read.seq === answers);
  return reads.map((read) => {
    const { file, root, path, tier } = read;
    return (
      <Fact key={`${file} ${path}`} name="context file">
        <span className={`${styles.here} grid break-anywhere`}>
          {root !== null && path !== null ? (
            <Button look="quiet" onClick={() => openFiles(root, { folder: path, look: 'builds', ...(tier !== null && { tier }) })}>
              {path} {tier}
            </Button>
          ) : (
            <code>{file}</code>
          )}
          <span data-tone={readTone(read)}>{readWords(read)}</span>
        </span>
      </Fact>
    );
  });
}
