/** What is used of js-yaml 4, which has no types of its own. */
declare module 'js-yaml' {
  export class Type {
    constructor(tag: string, options: { kind: 'scalar' | 'sequence' | 'mapping'; multi: boolean; construct(data: unknown): unknown });
  }
  export const CORE_SCHEMA: Schema;
  export interface Schema {
    extend(types: readonly Type[]): Schema;
  }
  export function load(text: string, options: { schema: Schema; maxDepth?: number }): unknown;
  export function dump(value: unknown, options: { lineWidth: number }): string;
}
