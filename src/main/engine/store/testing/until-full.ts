// Appends until it is refused: `node until-full.ts FOLDER WORDS`, that many words an entry. Prints one JSON object: what was acknowledged, what it was told, and how the tape is
// with the disk still full.
import { openTape } from '../open-tape.ts';
import { workspaceAt } from '../places.ts';
import { verifyTape } from '../verify.ts';

const [folder = '', words = '40'] = process.argv.slice(2);
const main = { session: 'main', fork: null };
const tape = openTape(workspaceAt(folder), main);
const acknowledged: number[] = [];
const told: string[] = [];
for (let count = 0; told.length < 3 && count < 100_000; count++) {
  try {
    const entries = Array.from({ length: 1 + (count % 4) }, (_, at) => ({
      kind: at % 2 === 0 ? 'message' : 'tool_call',
      payload: { text: 'harbour '.repeat(Number(words)) },
    }));
    acknowledged.push(...(count % 50 === 49 ? tape.handoff({ name: `phase-${count}` }) : tape.append(entries)).ids);
  } catch (error) {
    told.push(error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : String(error));
  }
}
const there = tape.entries({}).map(({ id }) => id);
tape.close();
const { problems } = verifyTape(workspaceAt(folder), main);
console.log(JSON.stringify({ acknowledged, told, there, problems }));
