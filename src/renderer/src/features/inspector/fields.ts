export interface Field {
  name: string;
  /** A text stays as it is, with its own line breaks; anything else as indented JSON. */
  text: string;
  /** An object or a list: it is drawn as a tree. */
  value?: object;
  /** Short enough to be next to its name. */
  inline: boolean;
}

const INLINE = 120;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

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
