import { expect, it } from 'vitest';
import type { View } from '../../../shared/model/index.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Finding } from '../formats/context/selection.ts';
import { type RecordFacts, warningsOf } from './warnings.ts';

const TOKENS = { recorded: 900, counted: 0, estimated: 900, unaccounted: 0 } as View['tokens'];
const FACTS: RecordFacts = { leftOut: { text: 'lost', calm: false }, lostSegments: new Set(), changed: false };

const alarms = (part: { findings?: Finding[]; facts?: Partial<RecordFacts>; tokens?: Partial<View['tokens']>; step?: Partial<PlaceRow> }) =>
  warningsOf(
    { step: 4, synthetic: false, ...part.step } as PlaceRow,
    'as-recorded',
    part.findings ?? [],
    { ...FACTS, ...part.facts },
    { ...TOKENS, ...part.tokens },
  ).map(({ calm }) => (calm ? 'calm' : 'alarm'));

const leftOut = { type: 'left-out-anchor', anchor: { name: 'build' } } as unknown as Finding;
const mended = (held?: boolean) => ({ type: 'mended-chain', line: 9, parent: 'p', at: 3, ...(held !== undefined && { held }) }) as Finding;

it('alarms nobody about how things are: no usage, no request, a state that went along in a call, a chain that the sizes bear out', () => {
  expect(alarms({})).toEqual([]);
  expect(alarms({ tokens: { recorded: null } })).toEqual(['calm']);
  expect(alarms({ step: { synthetic: true } })).toEqual(['calm']);
  expect(alarms({ findings: [leftOut], facts: { leftOut: { text: 'told in a call', calm: true } } })).toEqual(['calm']);
  expect(alarms({ findings: [mended(true)] })).toEqual(['calm']);
  expect(alarms({ findings: [{ type: 'stripped-picture', text: 'elsewhere' }, { type: 'written-later', entries: 3 } as Finding] })).toEqual(
    [...['calm', 'calm']],
  );
});

it('alarms about what is lost or does not fit, and says that first', () => {
  expect(alarms({ findings: [leftOut] })).toEqual(['alarm']);
  expect(alarms({ findings: [mended(false)] })).toEqual(['alarm']);
  expect(alarms({ findings: [{ type: 'broken-chain', line: 9, parent: 'p', at: null } as Finding] })).toEqual(['alarm']);
  expect(alarms({ facts: { changed: true, lostSegments: new Set([3]) } })).toEqual(['alarm', 'alarm']);
  expect(alarms({ tokens: { counted: 900, unaccounted: -40 } })).toEqual(['alarm']);
  expect(alarms({ findings: [{ type: 'note', text: 'failed' }], tokens: { recorded: null } })).toEqual(['alarm', 'calm']);
});

it('tells blocks that cannot all have been sent from a tokenizer that counts differently', () => {
  const said = (counted: number): string[] =>
    warningsOf({ step: 4, synthetic: false } as PlaceRow, 'as-recorded', [], FACTS, { ...TOKENS, counted, unaccounted: 900 - counted }).map(
      ({ text }) => text,
    );
  expect(said(900)).toEqual([]);
  expect(said(1080)).toEqual(['The blocks count 180 tokens more than the log records; the provider may count differently.']);
  expect(said(1500)).toEqual([
    'This was not sent as shown: by the log the request had 900 tokens, and the blocks count 600 more. The log does not say what was left out.',
  ]);
});
