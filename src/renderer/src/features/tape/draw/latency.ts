import { peaksPer } from '../bins.ts';
import { latencyOf } from '../latency.ts';
import { peakOf } from '../peaks.ts';
import { bottomOf, type Pen, type Scene } from './pen.ts';

const PITCH = 3;

/** The longest wait per column: for the model below, for tools on top. By the root, so that one long wait does not hide all others. */
export function drawLatency(pen: Pen, scene: Scene): void {
  const { held, axis, scale, layout, colours } = scene;
  const box = layout.latency;
  const latency = box && latencyOf(held);
  if (!box || !latency) return;
  const longest = (peakOf(latency.model, 0, held.steps) || 0) + (peakOf(latency.tools, 0, held.steps) || 0);
  const model = peaksPer(held, axis, scale, PITCH, (from, to) => peakOf(latency.model, from, to));
  const tools = peaksPer(held, axis, scale, PITCH, (from, to) => peakOf(latency.tools, from, to));
  for (let column = 0; column < model.length; column += 1) {
    const [waited, worked] = [model[column] || 0, tools[column] || 0];
    if (waited + worked === 0) continue;
    const tall = Math.max(1, Math.round(box.height * Math.sqrt((waited + worked) / longest)));
    const low = Math.round((tall * waited) / (waited + worked));
    const x = scale.left + column * PITCH;
    pen.fillStyle = colours.assistant;
    if (low > 0) pen.fillRect(x, bottomOf(box) - low, PITCH - 1, low);
    pen.fillStyle = colours.result;
    if (tall > low) pen.fillRect(x, bottomOf(box) - tall, PITCH - 1, tall - low);
  }
}
