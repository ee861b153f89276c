/** The window's colours, light and dark, as `ui/tokens.css` has them; a test holds the two tables together. */
export const PALETTE = {
  bg: ['#fbfaf8', '#161618'],
  panel: ['#ffffff', '#1c1c1f'],
  sunk: ['#f3f1ed', '#121214'],
  line: ['#e4e1da', '#2c2c31'],
  'line-strong': ['#cfcbc2', '#3d3d44'],
  text: ['#22211f', '#e9e7e2'],
  dim: ['#5f5c57', '#a29e96'],
  faint: ['#6a665f', '#8f8b84'],
  'k-system': ['#56657b', '#94a3b8'],
  'k-user': ['#2159d6', '#7aa7ff'],
  'k-assistant': ['#7434e0', '#b794f6'],
  'k-call': ['#0b736a', '#4fd1c5'],
  'k-result': ['#48740e', '#a3d65c'],
  'k-anchor': ['#9f4a08', '#f0b04e'],
  'k-event': ['#6c655f', '#a8a29e'],
  'k-error': ['#c01c1c', '#ff7b72'],
  'only-a': ['#0369a1', '#5cc0f5'],
  'only-b': ['#a21caf', '#e88bf0'],
  warn: ['#9f4a08', '#f0b04e'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type Colour = keyof typeof PALETTE;

/** Sizes of the one type scale and the one spacing scale. */
export const SCALE = {
  't-1': '11px',
  't-2': '12px',
  't-3': '13px',
  't-4': '15px',
  't-5': '20px',
  's-1': '4px',
  's-2': '8px',
  's-3': '12px',
  's-4': '16px',
  's-5': '24px',
} as const;

const TONES: Record<string, Colour> = {
  system: 'k-system',
  user: 'k-user',
  assistant: 'k-assistant',
  thinking: 'k-assistant',
  message: 'k-assistant',
  call: 'k-call',
  tool_call: 'k-call',
  tool: 'k-result',
  result: 'k-result',
  tool_result: 'k-result',
  anchor: 'k-anchor',
  summary: 'k-anchor',
  compaction: 'k-anchor',
  error: 'k-error',
};

/** What colours a tone or kind; one that nobody knows is an event. */
export function colourOf(tone: string): Colour {
  return (Object.hasOwn(TONES, tone) ? TONES[tone] : undefined) ?? 'k-event';
}
