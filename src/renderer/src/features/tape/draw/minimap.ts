import { binLanes, mainPeaks } from '../bins.ts';
import { LANES } from '../lanes.ts';
import { peakOf } from '../peaks.ts';
import { bottomOf, type Pen, type Scene } from './pen.ts';

const PITCH = 3;

/** The whole tape in a strip: context sizes, or how dense the entries are where no usage was recorded. */
export function drawMinimap(pen: Pen, scene: Scene): void {
  const { layout, colours } = scene;
  const { minimap, left, right } = layout;
  pen.fillStyle = colours.sunk;
  pen.fillRect(left, minimap.top, right - left, minimap.height);
  pen.fillStyle = colours.line;
  pen.fillRect(left, bottomOf(minimap), right - left, 1);
  pen.fillStyle = colours.faint;
  pen.globalAlpha = 0.75;
  sharesOf(scene).forEach((share, column) => {
    const tall = Math.max(1, Math.round(share * minimap.height));
    if (share > 0) pen.fillRect(left + column * PITCH, bottomOf(minimap) - tall, PITCH - 1, tall);
  });
  pen.globalAlpha = 1;
}

const sharesOf = ({ held, axis, whole }: Scene): number[] => {
  const highest = peakOf(held.main, 0, held.steps);
  if (highest > 0) {
    const peaks = mainPeaks(held, axis, whole, PITCH);
    let carried = 0;
    // Between two steps the context stays what it was.
    return Array.from(peaks, (peak) => (carried = Number.isNaN(peak) ? carried : peak / highest));
  }
  const bins = binLanes(held, axis, whole, PITCH);
  const totals = Array.from({ length: bins.columns }, (_, column) => sum(bins.counts, column * LANES));
  const most = Math.max(1, ...totals);
  return totals.map((total) => Math.sqrt(total / most));
};

const sum = (counts: Uint32Array, from: number): number => {
  let total = 0;
  for (let i = from; i < from + LANES; i++) total += counts[i] ?? 0;
  return total;
};
