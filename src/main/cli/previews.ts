import { addressOf } from '../../shared/model/address.ts';
import type { Block, Preview } from '../../shared/model/index.ts';
import { ALTERED } from './format/snippet.ts';
import type { Session } from './session.ts';

/** Most that `entries.previews` takes in one call. */
const PAGE = 300;

const previewsOf = async ({ call }: Session, tape: string, seqs: readonly number[], width: number): Promise<Map<number, Preview>> => {
  const found = new Map<number, Preview>();
  for (let at = 0; at < seqs.length; at += PAGE) {
    const { items } = await call('entries.previews', { tape, seqs: seqs.slice(at, at + PAGE), chars: Math.max(20, width) });
    for (const item of items) found.set(item.seq, item);
  }
  return found;
};

const textOf = ({ altered, text }: Preview): string => (altered ? `${ALTERED}${text}` : text);

/** How entries begin, by their numbers: as much as a line of the terminal may hold. */
export async function beginnings(open: Session, tape: string, seqs: readonly number[], width: number): Promise<Map<number, string>> {
  return new Map([...(await previewsOf(open, tape, seqs, width))].map(([seq, preview]) => [seq, textOf(preview)]));
}

/** How a block begins; '' where nobody asked for it. */
export type Begins = (block: Block) => string;

/** How blocks of a tape's context begin, wherever their text is: in this tape, in another one, or in a recorded request. */
export async function blockBeginnings(open: Session, tape: string, blocks: readonly Block[], width: number) {
  const said = blocks.filter(({ request }) => request === undefined).map((block) => addressOf(tape, block));
  const found = new Map<string, Map<number, Preview>>();
  for (const [id, addresses] of Map.groupBy(said, (address) => address.tape))
    found.set(id, await previewsOf(open, id, [...new Set(addresses.map(({ seq }) => seq))], width));
  const previewOf = (block: Block): Preview | undefined => {
    const { tape: id, seq } = addressOf(tape, block);
    return block.request ? undefined : found.get(id)?.get(seq);
  };
  const begins: Begins = (block) => {
    const preview = previewOf(block);
    return block.request?.text ?? (preview ? textOf(preview) : '');
  };
  /** Its line in a native tape is not what was written there. */
  return { begins, isAltered: (block: Block): boolean => previewOf(block)?.altered === true };
}
