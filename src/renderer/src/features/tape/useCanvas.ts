import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Colours, readColours } from './colours.ts';
import type { Pen } from './draw/pen.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element in CSS pixels, and again whenever it changes; null before the first measure. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  const measured = useRef(false);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const measure = (target: Element) => {
      measured.current = true;
      const { clientWidth: width, clientHeight: height } = target;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.target));
    // A view that is shown again has its size: to ask for it here would lay the window out again.
    if (!measured.current) measure(element.current);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export interface Look {
  readonly colours: Colours;
  readonly family: string;
}

/** Colours and font as the style sheets give them now; read again when the theme changes or fonts arrive. */
export function useLook(element: RefObject<HTMLElement | null>): Look | null {
  const [look, setLook] = useState<Look | null>(null);
  useLayoutEffect(() => {
    const read = () => {
      if (element.current === null) return;
      setLook({ colours: readColours(element.current), family: getComputedStyle(element.current).fontFamily });
    };
    read();
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(read);
    system.addEventListener('change', read);
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
    document.fonts.addEventListener('loadingdone', read);
    return () => {
      system.removeEventListener('change', read);
      chosen.disconnect();
      document.fonts.removeEventListener('loadingdone', read);
    };
  }, [element]);
  return look;
}

/**
 * Runs `draw` in the next frame whenever it is another function than last time, at the screen's own resolution. What takes long to draw is
 * drawn `before` the frame, in a task of its own: a frame has to lay out and paint the page as well.
 */
export function useDrawing(
  size: Size | null,
  draw: ((pen: Pen) => void) | null,
  when: 'in the frame' | 'before it' = 'in the frame',
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (size === null || draw === null) return;
    const go = () => paint(canvas.current, size, draw);
    if (when === 'before it') {
      const task = setTimeout(go);
      return () => clearTimeout(task);
    }
    const frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, [size, draw, when]);
  return canvas;
}

const paint = (canvas: HTMLCanvasElement | null, size: Size, draw: (pen: Pen) => void): void => {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const density = window.devicePixelRatio || 1;
  const width = Math.round(size.width * density);
  const height = Math.round(size.height * density);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  pen.setTransform(density, 0, 0, density, 0, 0);
  draw(pen);
};
