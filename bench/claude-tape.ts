import { PHASE, TEXT } from './bub-tape.ts';
import { claudeRecords } from './records.ts';

/** A session of Claude Code, compacted between any two phases, in which each prompt, result and summary is `text`. */
export function* claudeTape(phases: number, text = TEXT): Generator<object> {
  const { node, made: count, compaction } = claudeRecords();
  const usage = { input_tokens: 90_000, output_tokens: 120, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  for (let phase = 0; phase < phases; phase += 1) {
    if (phase > 0) yield* compaction(text);
    for (let made = 2; made + 3 <= PHASE; made += 3) {
      const id = `toolu-${count()}`;
      const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: 'a.ts' } }];
      yield node('user', { message: { role: 'user', content: text } });
      yield node('assistant', { message: { id: `msg-${count()}`, role: 'assistant', model: 'claude-opus-5', content, usage } });
      yield node('user', { message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] } });
    }
  }
}
