import { figure } from '../../../shared/model/figure.ts';

export { figure as count };

const SCALES: readonly [number, string][] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** A figure in at most five columns: 999, 12.3k, 1.2M. */
export function compact(value: number): string {
  for (const [scale, unit] of SCALES) {
    // 999,950 and more would round to "1000.0k".
    if (Math.abs(value) < scale * 0.99995) continue;
    const scaled = value / scale;
    return `${Math.abs(scaled) >= 99.95 ? Math.round(scaled) : scaled.toFixed(1)}${unit}`;
  }
  return String(Math.round(value));
}

/** Bytes with a decimal unit: "512 B", "1.4 MB". */
export function bytes(value: number): string {
  const text = compact(value);
  const unit = /[GMk]$/.exec(text)?.[0] ?? '';
  return `${unit === '' ? text : text.slice(0, -1)} ${unit}B`;
}

/** A difference with its sign: "+1,200", "−3". */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${figure(Math.abs(value))}`;
}

/** "1 step", "3 steps", "0 entries". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${figure(value)} ${value === 1 ? one : many}`;
}
