import { figure } from '../../../shared/model/figure.ts';
import type { View } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import type { Growth } from '../formats/context/growth-state.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Finding } from '../formats/context/selection.ts';

/** What reading the few records that a view names has taught about them. */
export interface RecordFacts {
  /** What did not reach the model of an anchor after which the context begins. */
  leftOut: { text: string; calm: boolean } | null;
  /** Compactions that name kept entries which cannot be found. */
  lostSegments: ReadonlySet<number>;
  /** Records that could not be loaded although the catalog knows them. */
  changed: boolean;
}

const BORROWED =
  'This step was copied or merged from where its request had another context: the recorded size is of that request, and this context was never sent.';

/** A sentence, and whether it says how things are rather than that something is wrong: the agent works so, or the log is like that. */
export interface Warning {
  text: string;
  calm: boolean;
}

/** All sentences that a person should read before trusting a view. */
export function warningsOf(
  step: PlaceRow,
  policy: PolicyChoice['type'],
  findings: readonly Finding[],
  facts: RecordFacts,
  tokens: View['tokens'],
  growth: Pick<Growth, 'unsent'> | null = null,
): Warning[] {
  const about: string[] = [];
  const calm = [...(step.synthetic ? [SYNTHETIC] : [])];
  for (const finding of findings) (isCalm(finding, facts) ? calm : about).push(...sentences(finding, facts));
  for (const seq of facts.lostSegments)
    about.push(`The compaction at entry ${figure(seq)} kept entries that are not in this file, so they cannot be shown.`);
  if (facts.changed) about.push('The source changed, so this view may be wrong. Open the tape again to reload it.');
  if (step.borrowed === true) about.push(BORROWED);
  else if (policy === 'as-recorded' && step.step !== null && tokens.recorded === null && !step.synthetic)
    calm.push('The log records no usage for this step, so the estimate cannot be checked.');
  if (growth !== null && growth.unsent.size > 0)
    about.push(
      `The requests are smaller than what the log has for them: ${figure(growth.unsent.size)} ${growth.unsent.size === 1 ? 'entry was' : 'entries were'} probably cleared and not sent. The log does not say so; the recorded sizes do.`,
    );
  // What the log records belongs to what was sent; another policy may well weigh more.
  if (policy === 'as-recorded') about.push(...tooLarge(tokens));
  return [...about.map((text) => ({ text, calm: false })), ...calm.map((text) => ({ text, calm: true }))];
}

/** Tokenizers differ by less than this share of a request, and by less than this many tokens. */
const SHARE = 0.2;
const FEW = 100;

/** Blocks that were counted and weigh more than the request did. */
const tooLarge = ({ recorded, counted, unaccounted }: View['tokens']): string[] => {
  const over = -(unaccounted ?? 0);
  if (recorded === null || over <= 0 || counted === 0) return [];
  if (over <= Math.max(FEW, SHARE * recorded))
    return [`The blocks count ${figure(over)} tokens more than the log records; the provider may count differently.`];
  return [
    `This was not sent as shown: by the log the request had ${figure(recorded)} tokens, and the blocks count ${figure(over)} more. The log does not say what was left out.`,
  ];
};

const SYNTHETIC = 'The agent program wrote this answer itself. No request was made, so no model saw this context.';

/** Nothing was lost: a state that went along in another way, a picture that the log has elsewhere, a chain that recorded sizes bear out. */
const isCalm = (finding: Finding, { leftOut }: RecordFacts): boolean => {
  switch (finding.type) {
    case 'left-out-anchor':
      return leftOut?.calm === true;
    case 'mended-chain':
      return finding.held !== false;
    case 'note':
      return finding.calm === true;
    case 'stripped-picture':
    case 'written-later':
      return true;
    default:
      return false;
  }
};

const sentences = (finding: Finding, facts: RecordFacts): string[] => {
  switch (finding.type) {
    case 'broken-chain':
      return [
        `The chain breaks at line ${figure(finding.line)}: its parent ${finding.parent} is not in this file, ${
          finding.at === null
            ? 'so the entries before it cannot be shown.'
            : `so it continues from line ${figure(finding.at)}, the last one before it. The entries between them are unknown.${stillHeld(finding.held)}`
        }`,
      ];
    case 'mended-chain':
      return [
        `The chain is repaired at line ${figure(finding.line)}: its parent ${finding.parent} is not in this file, but the call that it answers is, at line ${figure(finding.at)}.${stillHeld(finding.held)}`,
      ];
    case 'lost-beside':
      return [
        `The agent resumed from its file at line ${figure(finding.resumed)} and lost results of parallel calls, with their calls: the recorded size is about ${figure(finding.tokens)} tokens too small for all of them.`,
      ];
    case 'ended-chain':
      return [
        `The agent resumed from its file at line ${figure(finding.resumed)} and stopped at line ${figure(finding.line)}: its parent ${finding.parent} is not in this file. What came before is not in this context; the recorded size is about ${figure(finding.tokens)} tokens too small for it.`,
      ];
    case 'lost-logical-parent':
      return [
        `The entry that ${finding.name} names as the one before it is not in this file, ${finding.line === null ? 'so the context cannot be followed further.' : `so the chain continues from line ${figure(finding.line)}, the last one before it.`}`,
      ];
    case 'written-later':
      return [
        `${figure(finding.entries)} entries before this step in the file were written after its request, by another run on the same tape. They are not in this context.`,
      ];
    case 'unknown':
    case 'inferred':
      return finding.text === undefined ? [] : [finding.text];
    case 'stripped-picture':
    case 'note':
      return [finding.text];
    case 'no-anchor':
      return [
        finding.policy === 'last-anchor'
          ? 'There is no anchor before this step, so everything from the start is shown.'
          : finding.policy === 'composed'
            ? 'There is no anchor before this request, so the context begins at the start.'
            : 'There is no anchor before this step, so there is no state to begin with.',
      ];
    case 'left-out-anchor':
      return facts.leftOut === null ? [] : [facts.leftOut.text];
    case 'crossed-compaction':
      // Only its record tells whether this is a loss; `lostSegments` has the answer.
      return [];
    case 'over-budget':
      return [
        `The state of the anchor${finding.pinned ? ', what is pinned' : ''} and the newest prompt are always kept. With ${figure(finding.fixed)} tokens they exceed the budget of ${figure(finding.budget)}, so nothing else is in this context.`,
      ];
  }
};

/** This version of the agent would stop there if it were started again from the file. */
const stillHeld = (held: boolean | undefined): string =>
  held === undefined
    ? ''
    : held
      ? ' The recorded sizes show that the agent still had what came before.'
      : ' This version of the agent loses what came before on a resume; no recorded size shows whether it resumed.';
