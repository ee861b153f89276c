import { plucked } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';

/** Milliseconds that reading the words of one shard may take. */
const READING = 400;
/** Words of the index that one identifier may be in. */
const MOST = 300;

/** The words of an index in which letters are, as far as they could be read in time. They are kept until the index is another. */
export function createVocabulary(): (shards: readonly Db[], letters: string) => string[] {
  const kept = new WeakMap<Db, { version: unknown; words: string }>();
  const wordsOf = (shard: Db): string => {
    const version = shard.pragma('data_version', { simple: true });
    const held = kept.get(shard);
    if (held !== undefined && held.version === version) return held.words;
    if (held === undefined) shard.exec('CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, text, row)');
    const words = readWords(shard);
    kept.set(shard, { version, words });
    return words;
  };
  return (shards, letters) => [...new Set(shards.flatMap((shard) => holding(wordsOf(shard), letters)))].slice(0, MOST);
}

/** All words, each on a line. */
function readWords(shard: Db): string {
  const until = performance.now() + READING;
  const words: string[] = [''];
  for (const word of plucked<[], string>(shard, 'SELECT term FROM temp.vocabulary').iterate()) {
    words.push(word);
    if (performance.now() > until) break;
  }
  return [...words, ''].join('\n');
}

function holding(words: string, letters: string): string[] {
  const found: string[] = [];
  for (let at = words.indexOf(letters); at >= 0 && found.length < MOST; ) {
    const end = words.indexOf('\n', at);
    found.push(words.slice(words.lastIndexOf('\n', at) + 1, end));
    at = words.indexOf(letters, end);
  }
  return found;
}
