// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../testing/desk.tsx';
import { StateRow } from './StateRow.tsx';
import type { Row } from './tree.ts';

const idle = () => {};

const shown = (node: Partial<Row>): HTMLElement => {
  const row: Row = {
    ...{ path: ['summary'], type: 'string', text: '"x"', chars: 3, count: 0, open: false, ref: null, change: 'changed', before: null },
    ...node,
  };
  draw(
    <StateRow id="row" node={row} whole={null} active={false} hit={false} onActive={idle} onToggle={idle} onCopy={idle} onEntry={idle} />,
  );
  return screen.getByRole('treeitem');
};

test('a long text that changed says so, and strikes nothing before its parts are opened', () => {
  const row = shown({ text: `"${'All of it is new. '.repeat(40)}"`, chars: 722, before: `"${'All of it was old. '.repeat(40)}"` });
  expect(row.querySelector('del')).toBeNull();
  expect(row.textContent).toContain('changed "All of it is new.');
  expect(screen.getByRole('button', { name: 'all 722 characters, and what changed' })).toBeDefined();
});

test('a short text that changed has both sides', () => {
  const row = shown({ text: '"oak"', chars: 5, before: '"larch"' });
  expect([row.querySelector('del')?.textContent, row.querySelector('ins')?.textContent]).toEqual(['"larch"', '"oak"']);
});
