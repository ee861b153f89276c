import { asString } from '../json.ts';
import type { JsonObject } from '../values.ts';
import type { Said, SystemSaid } from './said.ts';

/** The system prompt and the tools of a request. */
export interface Prompt {
  system: string;
  tools: JsonObject[];
}

/**
 * What all system messages of a context come to: their texts, then the sections in the order in which they were first named, each as it
 * was set last; and the tools that were added and not removed again.
 */
export function promptOf(said: readonly Said[]): Prompt {
  const texts: string[] = [];
  const sections = new Map<string, string>();
  const tools = new Map<string, JsonObject>();
  for (const one of said) {
    if (one.role !== 'system') continue;
    if (one.text !== '') texts.push(one.text);
    for (const [name, text] of one.sections)
      if (text === null) sections.delete(name);
      else sections.set(name, text);
    for (const name of one.removed) tools.delete(name);
    for (const tool of one.added) tools.set(asString(tool.name) ?? '', tool);
  }
  return { system: [texts.join('\n\n'), ...sections.values()].filter((text) => text !== '').join('\n\n'), tools: [...tools.values()] };
}

/** Every tool that was ever declared, in that order: a model that learns of changes where they were made keeps the declarations of all. */
export function declaredIn(said: readonly Said[]): JsonObject[] {
  return [...new Map(said.flatMap((one) => (one.role === 'system' ? one.added.map((tool) => [tool.name, tool] as const) : []))).values()];
}

/** A change of the system prompt in the words in which a model reads it that takes such messages mid-conversation. */
export function changeText({ text, sections }: SystemSaid): string {
  return [
    ...(text === '' ? [] : [text]),
    ...sections.map(([name, now]) =>
      now === null ? `Removed system prompt section "${name}".` : `Updated system prompt section "${name}":\n\n${now}`,
    ),
  ].join('\n\n');
}
