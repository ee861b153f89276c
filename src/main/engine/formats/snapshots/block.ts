import type { Role } from '../../../../shared/model/index.ts';
import { digest } from '../digest.ts';
import { asString, without } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * A block of a request or an answer in one shape, whatever API it went through: the record that its entry is shown, searched and sent as.
 * `opens`: a message begins with it. `key`: the name by which requests know it. `at`: when it was first sent or answered. `of`: the request whose
 * answer it is.
 */
export type Block = JsonObject & { block: BlockKind; role: Role };

const KINDS = ['text', 'thinking', 'call', 'result', 'tool', 'other'] as const;
type BlockKind = (typeof KINDS)[number];

/** Whether a record is a block. What a log puts into its other fields is not looked at. */
export function isBlock(record: JsonObject): record is Block {
  return KINDS.some((kind) => kind === record.block) && ROLES.some((role) => role === record.role);
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

export function textBlock(role: Role, text: string): Block {
  return { block: 'text', role, text };
}

export function thinkingBlock(text: string): Block {
  return { block: 'thinking', role: 'assistant', text };
}

export function callBlock(id: string | null, name: string, input: Json): Block {
  return { block: 'call', role: 'assistant', id, name, input };
}

export function resultBlock(id: string | null, output: Json, failed = false): Block {
  return {
    ...{ block: 'result', role: 'tool', id, output },
    ...(failed && { failed }),
  };
}

export function toolBlock(name: string, definition: Json): Block {
  return { block: 'tool', role: 'system', name, definition };
}

/** Content of a type that has no shape of its own here: a picture, a document, what only the provider can read. */
export function otherBlock(role: Role, value: Json): Block {
  return { block: 'other', role, value };
}

/** What does not make it another block: where in a request it is, and which answer it was. */
const OF_THE_PLACE: ReadonlySet<string> = new Set(['opens', 'key', 'of', 'at']);

/** What a block holds, wherever it is. */
export function contentOf(block: JsonObject): JsonObject {
  return without(block, OF_THE_PLACE);
}

/** Characters of a digest that name a block: 88 bits, so that no two blocks of a tape share a name. */
const NAME_CHARS = 22;

const names = new WeakMap<Block, string>();

/** By what it holds; the same block is looked at once. */
function named(block: Block): string {
  const known = names.get(block) ?? digest(contentOf(block)).slice(0, NAME_CHARS);
  names.set(block, known);
  return known;
}

/** Names blocks in the order in which a request sends them: by what each holds, and by how many before it hold the same. */
export function createNames(): (block: Block) => string {
  const seen = new Map<string, number>();
  return (block) => {
    const name = named(block);
    const same = seen.get(name) ?? 0;
    seen.set(name, same + 1);
    return same === 0 ? name : `${name}#${same}`;
  };
}

/** The name that a block was given. */
export function keyOf(block: JsonObject): string | null {
  return asString(block.key);
}
