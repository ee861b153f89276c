import { memo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { boundDepth, isTangled } from './boundDepth.ts';
import styles from './Prose.module.css';

/** Nothing in a log leads anywhere: a link is its text and its target, an image its description. */
const components: Components = {
  a: ({ href, children }) => (
    <span>
      {children}
      {href && <span className="dim"> ({href})</span>}
    </span>
  ),
  img: ({ alt, src }) => (
    <span className="dim">
      [image: {alt || 'without description'}
      {typeof src === 'string' && src !== '' ? `, ${src}` : ''}]
    </span>
  ),
};

const plugins = [remarkGfm, boundDepth];
const asWritten = (url: string): string => url;

/** Markdown as text and structure; HTML inside it stays visible as what it is, text. Parsed once for each text: a row is drawn again much more often. */
export const Prose = memo(function Prose({ text }: { text: string }) {
  return (
    <div className={`${styles.prose} break-anywhere`}>
      {isTangled(text) ? (
        <p className="pre-wrap break-anywhere">{text}</p>
      ) : (
        <Markdown remarkPlugins={plugins} components={components} urlTransform={asWritten}>
          {text}
        </Markdown>
      )}
    </div>
  );
});
