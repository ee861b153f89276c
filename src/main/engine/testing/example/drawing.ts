import { clock, type Drawing, type Used } from '../laws/drawing.ts';

const write: Drawing['write'] = (turns) => {
  const now = clock();
  const line = (who: string, says: string) => ({ who, says, at: now() });
  const answered = (says: string, { input, output }: Used) => ({ ...line('assistant', says), read: input, wrote: output });
  return turns.flatMap(({ prompt, calls, answer, used, summary, strange }) => [
    line('user', prompt),
    ...calls.flatMap((call) => [answered(call.input, call.used), line('user', call.output)]),
    answered(answer, used),
    ...(summary === null ? [] : [line('user', summary)]),
    ...(strange === null ? [] : [line('perch', strange)]),
  ]);
};

export const drawing: Drawing = { write, strange: 'perch' };
