import { figure } from '../../../shared/model/figure.ts';
import type { Edits, Evidence, Unlike } from '../../../shared/model/index.ts';
import { plainModel } from '../../../shared/model/limits.ts';
import type { Place } from '../../../shared/model/place.ts';
import type { JsonObject } from '../formats/values.ts';
import type { Lost } from './turns.ts';

/** Says how a request differs from the one that was sent. */
export interface Facts {
  place: Place;
  edits: Edits;
  /** A line where it is not what the agent itself sent. */
  policy: string | null;
  evidence: Evidence;
  /** The request as somebody kept it is what is sent, but for its shape. */
  exact: boolean;
  model: { asked: string; recorded: string | null };
  /** The request whose system prompt, tools and parameters are at hand: who kept it, and its step. */
  known: { by: string; step: number; system: boolean; tools: number | null; whole: boolean } | null;
  /** A system prompt is sent, whoever says it. */
  system: boolean;
  tools: { sent: number; by: 'known' | 'own' | 'calls'; without: readonly string[] };
  /** Parameters that were sent and are not sent now. */
  parameters: JsonObject;
  temperature: number | null;
  lost: Lost;
}

const some = (count: number, one: string, many = `${one}s`): string => `${figure(count)} ${count === 1 ? one : many}`;

const list = (seqs: readonly number[]): string => seqs.map((seq) => `#${seq}`).join(', ');

/** In what a request is not the one that was sent: one sentence for each thing, none where nothing is known to differ. Pure. */
export function unlikeOf(facts: Facts): Unlike[] {
  return [
    ...placeOf(facts),
    ...editsOf(facts),
    ...modelOf(facts),
    ...systemOf(facts),
    ...toolsOf(facts),
    ...parametersOf(facts),
    ...lostOf(facts.lost),
  ];
}

const placeOf = ({ place, policy, evidence, exact }: Facts): Unlike[] => {
  const unlike: Unlike[] = [];
  if (!('step' in place)) unlike.push({ what: 'not-sent', note: 'This request was never sent, so there is nothing to compare it with.' });
  if (policy !== null) unlike.push({ what: 'policy', note: `Its context is that of the policy ${policy}, not what the agent sent.` });
  if (!exact && 'step' in place && policy === null)
    unlike.push({ what: 'rules', note: `Its messages are derived from the log (${evidence.state}: ${evidence.rule}).` });
  unlike.push({
    what: 'shape',
    note: 'It was converted to this API: message boundaries, ids and cache marks may differ.',
  });
  return unlike;
};

const editsOf = ({ edits: { without, pin, replace } }: Facts): Unlike[] => {
  const done = [
    ...(without.length > 0 ? [`${list(without)} left out, each call with its results`] : []),
    ...(pin.length > 0 ? [`${list(pin)} kept`] : []),
    ...(replace.length > 0 ? [`${list(replace.map(({ seq }) => seq))} with another text`] : []),
  ];
  return done.length === 0 ? [] : [{ what: 'edits', note: `It is edited: ${done.join('; ')}.` }];
};

const modelOf = ({ model: { asked, recorded } }: Facts): Unlike[] => {
  if (recorded === null) return [{ what: 'model', note: 'Which model was asked is not in the log.' }];
  return plainModel(asked) === plainModel(recorded)
    ? []
    : [{ what: 'model', note: `It was sent to ${recorded}, and is now for ${asked}.` }];
};

const ofStep = ({ known, place }: Facts): string =>
  known !== null && 'step' in place && place.step === known.step ? '' : ` that of step ${figure(known?.step ?? 0)}, `;

const systemOf = (facts: Facts): Unlike[] => {
  const { edits, known, system } = facts;
  if (edits.system !== null) return [{ what: 'system', note: 'It has another system prompt.' }];
  if (known?.system) {
    const of = ofStep(facts);
    return of === '' ? [] : [{ what: 'system', note: `The system prompt is${of}as ${known.by} has it.` }];
  }
  if (system) return [];
  return [{ what: 'system', note: 'Its system prompt is not in the log: none is sent unless you give one.' }];
};

const toolsOf = ({ tools: { sent, by, without }, known }: Facts): Unlike[] => {
  const own =
    without.length > 0 ? [`${without.slice(0, 5).join(', ')} ${without.length === 1 ? 'is' : 'are'} left out, without a schema`] : [];
  if (by === 'known') return own.length === 0 ? [] : [{ what: 'tools', note: `Of its tools ${own.join('; ')}.` }];
  if (known !== null && known.tools === 0) return [];
  const which = by === 'own' ? 'those of a run that were called' : 'made up of the calls before it and of its own';
  const note =
    sent === 0
      ? 'Its tools are not in the log, and none was called: none is sent.'
      : `Its tools are not in the log: ${some(sent, 'tool')} ${sent === 1 ? 'is' : 'are'} sent, ${which}.`;
  return [{ what: 'tools', note }];
};

const parametersOf = ({ parameters, temperature, known }: Facts): Unlike[] => {
  const names = Object.keys(parameters).filter((name) => name !== 'temperature');
  const other = temperature !== null && parameters.temperature !== temperature ? [`its temperature is ${temperature}`] : [];
  const left =
    names.length > 0
      ? [`${names.slice(0, 8).join(', ')} ${names.length === 1 ? 'was' : 'were'} sent and ${names.length === 1 ? 'is' : 'are'} not`]
      : [];
  const unknown = known?.whole !== true ? ['its parameters are not in the log'] : [];
  const told = [...other, ...left, ...unknown];
  return told.length === 0 ? [] : [{ what: 'parameters', note: `Parameters: ${told.join('; ')}.` }];
};

const lostOf = ({ thinking, media, results, calls }: Lost): Unlike[] => {
  const kinds = Object.entries(media).map(([name, count]) => `${figure(count)} × ${name}`);
  return [
    ...(thinking > 0
      ? [
          {
            what: 'thinking' as const,
            note: `${some(thinking, 'block')} of thinking ${thinking === 1 ? 'is' : 'are'} not sent: only its provider can read it.`,
          },
        ]
      : []),
    ...(kinds.length > 0 ? [{ what: 'media' as const, note: `Not sent, because no API here accepts it: ${kinds.join(', ')}.` }] : []),
    ...(results > 0
      ? [
          {
            what: 'pairs' as const,
            note: `${some(results, 'result')} without a call ${results === 1 ? 'is' : 'are'} sent as text of the user.`,
          },
        ]
      : []),
    ...(calls > 0
      ? [{ what: 'pairs' as const, note: `${some(calls, 'call')} without a result ${calls === 1 ? 'gets' : 'get'} one that says so.` }]
      : []),
  ];
};
