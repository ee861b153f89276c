import type { Role } from '../../../../shared/model/index.ts';
import type { Json } from '../format.ts';
import type { SentRequest } from '../request.ts';

/** One part of a request, in the order in which a model reads them: tools, system prompt, messages. */
export interface RecordedPart {
  type: 'parameters' | 'tool' | 'system' | 'content' | 'cache-mark';
  role: Role;
  /** What kind of content, as the wire calls it: 'text', 'tool_result' … */
  content: string;
  label: string;
  text: string;
  /** As it was sent, but for its cache mark. */
  raw: Json;
  /** How a person would begin to tell it, where that is not its text. */
  begins?: string;
  /** Whether it holds a picture or a document, whose weight its characters do not tell. */
  media: boolean;
  /** Entries that it was made of; none for what only the request has. */
  entries: number[];
  /** The entry whose record holds it, and which part of that it is. */
  source: { entry: number; part: number };
}

/** A request whose every part was proved. */
export interface Recorded {
  /** The entry that logged it. */
  entry: number;
  sent: SentRequest;
  parts: RecordedPart[];
}
