import { formatDuration } from '../../../ui/format.ts';
import { toPixel } from '../scale.ts';
import { bottomOf, type Pen, type Scene, setFont } from './pen.ts';

/** Silences that the time axis draws short: a hatched stretch with its true length where there is room for it. */
export const drawGaps = (pen: Pen, scene: Scene): void => {
  const { axis, scale, layout, colours } = scene;
  const bottom = bottomOf(layout.lanes[4] ?? layout.area);
  let drawnTo = scale.left;
  setFont(pen, scene.family, 400);
  for (const gap of axis.gaps) {
    const left = Math.max(drawnTo, toPixel(scale, gap.from));
    const right = Math.min(scale.left + scale.width, toPixel(scale, gap.to));
    if (right - left < 1) continue;
    pen.fillStyle = colours.lineStrong;
    pen.globalAlpha = 0.35;
    pen.fillRect(left, layout.area.top, right - left, bottom - layout.area.top);
    pen.globalAlpha = 1;
    const name = formatDuration(gap.milliseconds);
    const width = pen.measureText(name).width;
    pen.fillStyle = colours.dim;
    if (width + 8 < right - left) pen.fillText(name, left + (right - left - width) / 2, bottomOf(layout.area) - 9);
    drawnTo = right;
  }
};
