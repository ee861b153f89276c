const clean = (id: string): string => id.replace(/[^a-zA-Z0-9_-]/g, '_');

/** Lengths that the APIs take. */
const LONGEST = 64;
const LONGEST_CHAT = 40;

/** The id of a call that another model made, in the alphabet of the API that it is sent to. */
export function callIdFor(api: string, id: string): string {
  switch (api) {
    case 'anthropic-messages':
      return clean(id).slice(0, LONGEST);
    case 'openai-completions':
      return chatId(id);
    case 'openai-responses':
    case 'openai-codex-responses':
    case 'azure-openai-responses':
      return clean(id).slice(0, LONGEST).replace(/_+$/, '');
    default:
      return id;
  }
}

/** The Responses API has two ids for a call, `call|item`, and the Chat API takes one. */
function chatId(id: string): string {
  const at = id.indexOf('|');
  if (at < 0) return id;
  const [call, item] = [clean(id.slice(0, at)), clean(id.slice(at + 1))];
  const both = item === '' ? call : `${call}_${item}`;
  if (both.length <= LONGEST_CHAT) return both;
  const hash = shortHash(id).slice(0, 8);
  return `${call.slice(0, Math.max(1, LONGEST_CHAT - hash.length - 1))}_${hash}`;
}

/** The hash by which pi shortens ids (cyrb53 with the two halves apart, in base 36). */
function shortHash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(36) + (a >>> 0).toString(36);
}
