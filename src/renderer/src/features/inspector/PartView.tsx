import type { Part } from '../../../../shared/model/index.ts';
import { isRecord } from '../../../../shared/model/record.ts';
import { Copy } from '../../ui/Copy.tsx';
import { formatNumber } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import { seen } from '../../ui/steering.tsx';
import { FormView } from '../forms/FormView.tsx';
import { JsonTree } from '../forms/JsonTree.tsx';
import styles from './Inspector.module.css';
import { imageWords, Picture } from './Picture.tsx';
import { Prose } from './Prose.tsx';
import { Staged } from './Staged.tsx';
import { holderIn } from './text.ts';

interface Field {
  name: string;
  /** A text stays as it is, with its own line breaks; anything else as indented JSON. */
  text: string;
  /** An object or a list: it is drawn as a tree. */
  value?: object;
  /** Short enough to be next to its name. */
  inline: boolean;
}

const INLINE = 120;

/** The arguments of a call, one by one; null where they are no object, or cut. */
export function fieldsOf(json: string): Field[] | null {
  try {
    const value: unknown = JSON.parse(json);
    if (!isRecord(value)) return null;
    return Object.entries(value).map(([name, content]) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
      const inline = text.length <= INLINE && !text.includes('\n');
      return { name, text, inline, ...(!inline && typeof content === 'object' && content !== null && { value: content }) };
    });
  } catch {
    return null;
  }
}

/** What a tool was called with: code reads as code, not as an escaped string. */
function CallInput({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="small">
      {fields.map(({ name, text, inline, value }) => (
        <div key={name} className={inline ? `${styles.short} grid gap-3` : styles.long}>
          <dt className="dim break-anywhere">{seen(name)}</dt>
          <dd>
            {inline ? (
              <code className="break-anywhere">{seen(text)}</code>
            ) : value !== undefined ? (
              <JsonTree value={value} />
            ) : (
              <Staged text={text}>{(shown) => <pre className={`${styles.code} pre-wrap break-anywhere`}>{seen(shown)}</pre>}</Staged>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const words: Record<Part['type'], string> = {
  text: 'text',
  thinking: 'thinking',
  tool_call: 'call',
  tool_result: 'result',
  image: 'image',
  json: 'data',
};

/** The entry that a part is of. */
interface Of {
  readonly tape: string;
  readonly seq: number;
  /** Where the tape's paths begin. */
  readonly project: string;
}

const Body = ({ part, of, bare }: { part: Part; of: Of; bare: boolean }) => {
  const cut = part.cut ?? 0;
  if (part.form) return <FormView form={part.form} project={of.project} bare={bare} />;
  if (part.type === 'text')
    return (
      <Staged text={part.text} cut={cut}>
        {(text) => <Prose text={text} />}
      </Staged>
    );
  if (part.image) return <Picture tape={of.tape} seq={of.seq} image={part.image} />;
  if (part.type === 'image')
    return <p className={`${styles.image} hatched pad-3 round-small small dim`}>{part.text || 'An image that is not in the log.'}</p>;
  const fields = part.type === 'tool_call' && cut === 0 ? fieldsOf(part.text) : null;
  if (fields !== null && fields.length > 0) return <CallInput fields={fields} />;
  const value = part.type === 'thinking' || cut > 0 ? null : holderIn(part.text);
  if (value !== null) return <JsonTree value={value} />;
  const text = part.text;
  return (
    <Staged text={text} cut={cut}>
      {(shown) => (
        <pre className={part.type === 'thinking' ? `${styles.thinking} pre-wrap break-anywhere` : `${styles.code} pre-wrap break-anywhere`}>
          {seen(shown)}
        </pre>
      )}
    </Staged>
  );
};

/** One piece of an entry, as what it is. `alone` leaves its heading out where there is nothing to tell apart, `bare` where something else is its heading. */
export function PartView({ part, alone, bare = false, of }: { part: Part; alone: boolean; bare?: boolean; of: Of }) {
  return (
    <section className="pad-bottom-3">
      {!bare && !(alone && part.type === 'text') && (
        <header className={`${styles.partHead} row baseline gap-2 tiny semibold dim`}>
          <span
            style={{
              color: part.failed ? 'var(--k-error)' : kindColour(part.type === 'text' || part.type === 'json' ? 'event' : part.type),
            }}
          >
            {part.failed ? 'error' : words[part.type]}
          </span>
          {part.name && <code className="shrink-x tiny regular cut">{seen(part.name)}</code>}
          {part.image && <span className="regular">{imageWords(part.image)}</span>}
          {part.text !== '' && (
            <Copy text={part.text} what={part.cut === undefined ? '' : `the first ${formatNumber(part.text.length)} characters`} />
          )}
        </header>
      )}
      <Body part={part} of={of} bare={bare} />
    </section>
  );
}
