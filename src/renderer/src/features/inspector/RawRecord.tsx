import { useState } from 'react';
import type { EntryDetail } from '../../../../shared/model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Copy } from '../../ui/Copy.tsx';
import { seen } from '../../ui/steering.tsx';
import styles from './Inspector.module.css';
import { Staged } from './Staged.tsx';
import { indented } from './text.ts';

/** The record of the source: indented, or byte for byte as it was written. */
export function RawRecord({ detail }: { detail: EntryDetail }) {
  const [written, setWritten] = useState(false);
  const pretty = indented(detail.raw);
  const shown = written || pretty === null ? detail.raw : pretty;
  return (
    <section className="pad-bottom-3">
      <header className={`${styles.partHead} row baseline gap-2 tiny semibold dim`}>
        {pretty !== null && (
          <Button look="quiet" onClick={() => setWritten(!written)}>
            {written ? 'indent' : 'as written'}
          </Button>
        )}
        <Copy text={detail.raw} />
      </header>
      <Staged text={shown} cut={detail.rawChars - detail.raw.length}>
        {(text) => <pre className={`${styles.code} pre-wrap break-anywhere`}>{seen(text)}</pre>}
      </Staged>
    </section>
  );
}
