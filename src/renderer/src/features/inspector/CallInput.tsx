import { JsonTree } from '../forms/JsonTree.tsx';
import styles from './CallInput.module.css';
import type { Field } from './fields.ts';
import shared from './Inspector.module.css';
import { Staged } from './Staged.tsx';

/** What a tool was called with: code reads as code, not as an escaped string. */
export function CallInput({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="small">
      {fields.map(({ name, text, inline, value }) => (
        <div key={name} className={inline ? `${styles.short} grid gap-3` : styles.long}>
          <dt className="dim break-anywhere">{name}</dt>
          <dd>
            {inline ? (
              <code className="break-anywhere">{text}</code>
            ) : value !== undefined ? (
              <JsonTree value={value} />
            ) : (
              <Staged text={text}>{(shown) => <pre className={`${shared.code} pre-wrap break-anywhere`}>{shown}</pre>}</Staged>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
