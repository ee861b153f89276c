import { memo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Code } from '../../ui/Code.tsx';
import { seen } from '../../ui/steering.tsx';
import styles from './Prose.module.css';
import { directed } from './paragraphs.ts';

/** A node of the tree that the Markdown parser makes, as far as its depth is concerned. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** No person nests deeper. What draws the tree calls itself for each level, and thousands of them would end the view. */
const DEEPEST = 24;

/** A remark plugin: what is nested too deep is shown as it is written. Walks without recursion, since the tree is hostile data. */
function boundDepth() {
  return (tree: Node, file: { value: unknown }): void => {
    const source = String(file.value);
    let level: Node[] = [tree];
    for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) level = level.flatMap((node) => node.children ?? []);
    for (const node of level) asWritten(node, source);
  };
}

function asWritten(node: Node, source: string): void {
  if (!node.children || node.children.length === 0) return;
  const { start, end } = node.position ?? { start: {}, end: {} };
  node.children = [{ type: 'text', value: source.slice(start.offset ?? 0, end.offset ?? source.length) }];
}

/** Two lines of a tree of folders, as tools print it. */
const BRANCHES = /^[ \t]*[│├└].*\n[ \t]*[│├└]/m;

/** A remark plugin: a paragraph that draws a tree of folders keeps its lines, which would run together. */
function drawTrees() {
  return (tree: Node, file: { value: unknown }): void => {
    for (const node of tree.children ?? []) {
      const { start, end } = node.position ?? { start: {}, end: {} };
      const source = node.type === 'paragraph' ? String(file.value).slice(start.offset, end.offset) : '';
      if (BRANCHES.test(source)) Object.assign(node, { type: 'code', value: source, children: undefined });
    }
  };
}

/** Quotes and list items that begin on one line, or an item that is indented as far as this many would be. */
const NESTED = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){24}|^[ \t]{64,}(?:[-*+]|\d{1,9}[.)])[ \t]/m;

/** Marks of emphasis or links in one paragraph: the parser looks back from each of them to all others. */
const MARKS = 1000;

/** Nothing in a block of code is a mark. */
const FENCED = /^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1/gm;

/** Whether the parser itself would take long or run out of stack: such text is drawn as it is written. */
function isTangled(text: string): boolean {
  if (NESTED.test(text)) return true;
  return text
    .replace(FENCED, '')
    .split(/\n[ \t]*\n/)
    .some((paragraph) => (paragraph.match(/[*_[\]~]/g)?.length ?? 0) > MARKS);
}

/** Nothing in a log leads anywhere: a link is its text and its target, an image its description. Code is as it is everywhere, in the tones of the language that its fence names. */
const components: Components = {
  code: ({ className, children }) => (
    <code dir="ltr">
      {typeof children === 'string' ? <Code text={children} name={/^language-(.+)/.exec(className ?? '')?.[1] ?? ''} /> : children}
    </code>
  ),
  a: ({ href, children }) => (
    <span>
      {children}
      {href && href !== children && <span className="dim"> ({href})</span>}
    </span>
  ),
  img: ({ alt, src }) => (
    <span className="dim">
      [image: {seen(alt || 'without description')}
      {typeof src === 'string' && src !== '' ? `, ${src}` : ''}]
    </span>
  ),
};

const plugins = [remarkGfm, boundDepth, drawTrees];
const drawing = [directed];
const sameUrl = (url: string): string => url;

/** Markdown as text and structure; HTML inside it stays visible as what it is, text. Parsed once for each text: a row is drawn again much more often. */
export const Prose = memo(function Prose({ text }: { text: string }) {
  return (
    <div className={`${styles.prose} break-anywhere`}>
      {isTangled(text) ? (
        <p className="pre-wrap break-anywhere" dir="auto">
          {seen(text)}
        </p>
      ) : (
        <Markdown remarkPlugins={plugins} rehypePlugins={drawing} components={components} urlTransform={sameUrl}>
          {text}
        </Markdown>
      )}
    </div>
  );
});
