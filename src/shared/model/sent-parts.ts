import { isRecord } from './record.ts';
/** A request taken apart, whichever API it went to: plain data, in the order in which it was sent. */

export type Section = 'parameters' | 'tools' | 'system' | 'messages';

/** What a context is made of, by the ids that agents use for it themselves. */
export type Category = 'system_prompt' | 'system_tools' | 'mcp_tools' | 'memory_files' | 'messages';

export interface Part {
  section: Section;
  category: Category | null;
  /** What colours it: system, user, assistant, call, result, thinking, injected. */
  kind: string;
  label: string;
  text: string;
  /** How long the cache keeps what ends here, where the request asked for that; null for no mark. */
  mark: string | null;
  /** For a message: its number among the messages, from 0. */
  message: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2));

/** Content as blocks: a string is one block of text. */
const blocksOf = (content: unknown): readonly Fields[] =>
  listOf(content).map((block) => (isRecord(block) ? block : { type: 'text', text: textOf(block) }));

const markOf = ({ cache_control: mark }: Fields): string | null => (isRecord(mark) ? (mark.ttl === '1h' ? '1 h' : '5 min') : null);

const withoutMark = ({ cache_control: _, ...fields }: Fields): Fields => fields;

const CONTENT = ['system', 'tools', 'messages', 'input', 'instructions', 'contents', 'systemInstruction'];

const parametersOf = (body: Fields): Part[] =>
  Object.entries(body)
    .filter(([name]) => !CONTENT.includes(name))
    .map(([name, value]) => ({
      ...{ section: 'parameters', category: null, kind: 'system', label: name, mark: null, message: null },
      text: textOf(value),
    }));

const functionOf = (tool: Fields): Fields => (isRecord(tool.function) ? tool.function : tool);

const toolsOf = (body: Fields): Part[] =>
  listOf(body.tools)
    .flatMap((tool) => (isRecord(tool) && Array.isArray(tool.functionDeclarations) ? tool.functionDeclarations : [tool]))
    .filter(isRecord)
    .map((tool): Part => {
      const { name = tool.type } = functionOf(tool);
      const label = textOf(name) || 'tool';
      const category = label.startsWith('mcp__') ? 'mcp_tools' : 'system_tools';
      const text = textOf(withoutMark(tool));
      return { section: 'tools', category, kind: 'call', label, text, mark: markOf(tool), message: null };
    });

const isSystem = (message: unknown): boolean => isRecord(message) && (message.role === 'system' || message.role === 'developer');

/** The system prompt, which one API has by itself and another at the head of the messages. */
const systemOf = (body: Fields): unknown[] => {
  const own = body.system ?? body.instructions ?? (isRecord(body.systemInstruction) ? body.systemInstruction.parts : undefined);
  return [...listOf(own)];
};

const systemPart = (block: Fields, at: number): Part => ({
  ...{ section: 'system', category: 'system_prompt', kind: 'system', label: `part ${at + 1}`, message: null },
  ...{ text: typeof block.text === 'string' ? block.text : textOf(withoutMark(block)), mark: markOf(block) },
});

/** Files that an agent reads into each request by itself. */
const MEMORY = /^\s*(<system-reminder>[\s\S]{0,400})?Contents of \S+\.md\b/m;

const kindOf = (type: string, role: string, text: string): string => {
  if (type === 'tool_use' || type === 'function_call' || type === 'functionCall') return 'call';
  if (type === 'tool_result' || type === 'function_call_output' || role === 'tool') return 'result';
  if (/thinking|reasoning/.test(type)) return 'thinking';
  if (role === 'assistant' || role === 'model') return 'assistant';
  return isInjected(text) || role === 'system' || role === 'developer' ? 'injected' : 'user';
};

const isInjected = (text: string): boolean => /^\s*<system-reminder>/.test(text);

/** What a block says, without its frame. */
const saidIn = (block: Fields): string => {
  const { text, thinking, content, input, output, name, arguments: given } = block;
  if (typeof text === 'string') return text;
  if (typeof thinking === 'string') return thinking;
  if (input !== undefined || given !== undefined) return `${textOf(name)} ${textOf(input ?? given)}`.trim();
  if (output !== undefined) return textOf(output);
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((one) => (isRecord(one) ? saidIn(one) : textOf(one))).join('\n');
  return textOf(withoutMark(block));
};

const blockPart = (block: Fields, role: string, message: number): Part => {
  const type = typeof block.type === 'string' ? block.type : 'text';
  const text = saidIn(block);
  const kind = kindOf(type, role, text);
  const memory = kind === 'injected' && MEMORY.test(text);
  const label = kind === 'call' ? textOf(block.name) : memory ? 'memory' : kind === 'injected' ? 'reminder' : kind;
  return { section: 'messages', category: memory ? 'memory_files' : 'messages', kind, label, text, mark: markOf(block), message };
};

const messageParts = (message: unknown, at: number): Part[] => {
  const fields = isRecord(message) ? message : { content: message };
  const role = typeof fields.role === 'string' ? fields.role : 'user';
  const calls = listOf(fields.tool_calls)
    .filter(isRecord)
    .map((call) => ({ type: 'function_call', ...functionOf(call) }));
  const content = fields.content ?? fields.parts;
  // An item that is not a message is its own block.
  const blocks = content === undefined || content === null ? (calls.length > 0 ? [] : [fields]) : blocksOf(content);
  const whole = role === 'tool' ? [{ ...fields, type: 'tool_result' }] : blocks;
  return [...whole, ...calls].map((block) => blockPart(block, role, at));
};

/** The parts of a body, in the order in which a model reads them; parameters first. */
export function partsOf(body: unknown): Part[] {
  if (!isRecord(body)) return [];
  const said = listOf(body.messages ?? body.input ?? body.contents);
  // A chat begins with its system prompt; later ones are reminders, and stay where they are.
  const first = said.findIndex((message) => !isSystem(message));
  const head = said.slice(0, first < 0 ? said.length : first);
  const blocks = [...systemOf(body), ...head.map((message) => (isRecord(message) ? message.content : message))].flatMap((one) =>
    blocksOf(one),
  );
  return [
    ...parametersOf(body),
    ...toolsOf(body),
    ...blocks.map(systemPart),
    ...said.slice(head.length).flatMap((message, at) => messageParts(message, at)),
  ];
}
