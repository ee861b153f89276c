import { directionOf, pointOf, STEERED, steered } from '../../ui/steering.tsx';

/** A node of the tree that is drawn. */
interface Drawn {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Drawn[];
}

/** What has a direction of its own. */
const PARAGRAPHS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'table', 'th', 'td'],
]);

/** The words of a node. Code is none: it is written from left to right in every language. */
const wordsOf = ({ tagName, value, children }: Drawn): string =>
  tagName === 'code' ? '' : (value ?? (children ?? []).map(wordsOf).join(''));

/** Text, in which each character that would turn its order is shown. */
const shown = (text: Drawn): Drawn[] => {
  const pieces = steered(text.value ?? '');
  if (pieces.length === 1) return [text];
  return pieces.map((value, at) =>
    at % 2 === 0
      ? { type: 'text', value }
      : {
          ...{ type: 'element', tagName: 'span', properties: { className: STEERED, dataPoint: pointOf(value) } },
          children: [{ type: 'text', value }],
        },
  );
};

/** A rehype plugin: each paragraph, list and cell has the direction of its own first letter, and nothing in it turns the order of the rest. */
export function directed() {
  const walk = (node: Drawn, around: 'ltr' | 'rtl'): void => {
    if (node.tagName === 'code') return;
    const own = PARAGRAPHS.has(node.tagName ?? '') ? (directionOf(wordsOf(node)) ?? around) : around;
    if (own !== around) node.properties = { ...node.properties, dir: own };
    node.children = (node.children ?? []).flatMap((child) => (child.value === undefined ? [child] : shown(child)));
    for (const child of node.children) if (child.children && child.properties?.dataPoint === undefined) walk(child, own);
  };
  return (tree: Drawn): void => walk(tree, 'ltr');
}
