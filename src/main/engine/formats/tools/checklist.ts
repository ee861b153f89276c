import type { ListItem } from '../../../../shared/model/index.ts';
import { asString } from '../json.ts';
import { fields, type Tool } from './tool.ts';

const BOXED = /^\s*(?:[-*] )?\[(.)\] +(.+)$/;
const BOXES: Readonly<Record<string, ListItem['state']>> = { x: 'done', X: 'done', '-': 'doing', '~': 'doing' };

/** A tool that keeps what is to be done as one text, a line with a box for each item. */
export function checklistTool(name: string): Tool {
  return {
    call: fields((input) => {
      const items = (asString(input[name]) ?? '').split('\n').flatMap((line) => {
        const [, box, text] = BOXED.exec(line) ?? [];
        return box === undefined || text === undefined ? [] : [{ text, state: BOXES[box] ?? ('open' as const) }];
      });
      return items.length === 0 ? null : { as: 'list', items };
    }),
  };
}
