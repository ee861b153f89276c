import { describe, expect, it } from 'vitest';
import type { LogRoot } from '../../../../shared/model/index.ts';
import { withPaths, withPlace } from './SettingsDialog.tsx';

const root = (id: string): LogRoot => ({ id, name: 'sessions', path: `/usual/${id}`, usual: `/usual/${id}`, on: true, found: false });

describe('places of logs in the settings', () => {
  it('say only what a person changed', () => {
    const off = withPlace({}, root('a'), { path: '/usual/a', on: false });
    expect(off).toEqual({ a: { off: true } });
    const moved = withPlace(off, root('a'), { path: ' /else ', on: false });
    expect(moved).toEqual({ a: { path: '/else', off: true } });
    expect(withPlace(moved, root('a'), { path: '/usual/a', on: true })).toEqual({});
    expect(withPlace(moved, root('b'), { path: '', on: true })).toEqual(moved);
  });

  it('keep their switch where a path is typed, and others as they are', () => {
    const logs = { a: { off: true as const }, c: { path: '/c' } };
    expect(withPaths(logs, [root('a'), root('b'), root('c')], { a: '/else', b: '/usual/b' })).toEqual({
      a: { path: '/else', off: true },
      c: { path: '/c' },
    });
  });
});
