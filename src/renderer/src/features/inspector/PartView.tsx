import type { Part } from '../../../../shared/model/index.ts';
import { Copy } from '../../ui/Copy.tsx';
import { kindColour } from '../../ui/kinds.ts';
import { CallInput } from './CallInput.tsx';
import { fieldsOf } from './fields.ts';
import styles from './Inspector.module.css';
import { Prose } from './Prose.tsx';
import { Staged } from './Staged.tsx';
import { indented } from './text.ts';

const words: Record<Part['type'], string> = {
  text: 'text',
  thinking: 'thinking',
  tool_call: 'call',
  tool_result: 'result',
  image: 'image',
  json: 'data',
};

const Body = ({ part }: { part: Part }) => {
  const cut = part.cut ?? 0;
  if (part.type === 'text')
    return (
      <Staged text={part.text} cut={cut}>
        {(text) => <Prose text={text} />}
      </Staged>
    );
  if (part.type === 'image')
    return <p className={`${styles.image} hatched`}>{part.text || 'An image. Tapescope shows that it is there, not what is on it.'}</p>;
  const fields = part.type === 'tool_call' && cut === 0 ? fieldsOf(part.text) : null;
  if (fields !== null && fields.length > 0) return <CallInput fields={fields} />;
  const text = part.type === 'tool_result' || part.type === 'thinking' ? part.text : (indented(part.text) ?? part.text);
  return (
    <Staged text={text} cut={cut}>
      {(shown) => <pre className={part.type === 'thinking' ? styles.thinking : styles.code}>{shown}</pre>}
    </Staged>
  );
};

/** One piece of an entry, as what it is. `alone` leaves its heading out where there is nothing to tell apart. */
export const PartView = ({ part, alone }: { part: Part; alone: boolean }) => (
  <section className={styles.part}>
    {!(alone && part.type === 'text') && (
      <header className={styles.partHead}>
        <span
          style={{ color: part.failed ? 'var(--k-error)' : kindColour(part.type === 'text' || part.type === 'json' ? 'event' : part.type) }}
        >
          {part.failed ? 'error' : words[part.type]}
        </span>
        {part.name && <code>{part.name}</code>}
        <Copy text={part.text} />
      </header>
    )}
    <Body part={part} />
  </section>
);
