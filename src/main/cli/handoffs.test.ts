import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Handoffs, StateTree } from '../../shared/model/handoff.ts';
import { bubTape } from '../engine/testing/bub-script.ts';
import { jsonl } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const TAPE = `
anchor session/start {"owner":"human"}
user "find the leak" <- run r1
assistant "found it" <- run r1
run 900 40 100 <- run r1
handoff fix {"owner":"agent","summary":"See entry 2.","source_ids":[3,99]}
user "go on" <- run r2
assistant "fixed" <- run r2
`;

const furnished = () => {
  const shell = openShell();
  const file = join(shell.home, 'tape.jsonl');
  writeFileSync(file, jsonl(bubTape(TAPE)));
  return { shell, file };
};

test('tape handoffs has a line for each phase, then what went from one to the next', async () => {
  const { shell, file } = furnished();
  const { code, out } = await shell.tape('handoffs', file);
  expect(code).toBe(0);
  expect(out).toMatch(/1 {2}session\/\S+ +start +human +1 +4 +900 +– +–\n/);
  expect(out).toMatch(/5 {2}fix +anchor +agent +1 +4 +– +2, 1 broken +no\n/);
  expect(out).toMatch(/session\/start → fix: summary, 2 source ids; 2 entries left behind \(\d+ tokens, estimated\)/);
  expect(Handoffs.parse(JSON.parse((await shell.tape('handoffs', file, '--json', '--family')).out)).phases).toHaveLength(2);
});

test('tape state draws the state of the phase that holds the entry, and marks what is different', async () => {
  const { shell, file } = furnished();
  const newest = await shell.tape('state', file);
  expect(newest.out).toContain('State of fix, entry 5');
  expect(newest.out).toContain('99  broken: not on this tape, which has 8 entries');
  expect(newest.out).toContain('2 → message · user (2)');
  expect(newest.out).toContain('References: 2 resolved, 0 outside this tape, 1 broken');
  const first = await shell.tape('state', `${file}#3`);
  expect(first.out).toContain('State of session/start, entry 1');
  const against = await shell.tape('state', file, '--against', `${file}#1`);
  expect(against.out).toContain('against session/start, entry 1: 2 added, 0 removed, 1 changed');
  expect(against.out).toContain('~   owner: "human" → "agent"');
  const tree = StateTree.parse(JSON.parse((await shell.tape('state', file, '--json')).out));
  expect(tree.nodes).toHaveLength(6);
});
