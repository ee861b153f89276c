/** Side of a picture that every browser still draws. */
const MOST_PIXELS = 16_000;
/** Pixels of the picture for one of the drawing, where it fits. */
const SHARP = 2;

/** Hands a file to the person: the browser saves it, the desktop asks where. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; what is revoked at once may not have.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Draws an SVG as a PNG, twice as large. Rejects where it cannot be drawn. */
export async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image();
  // The page's policy lets images be data, and nothing else that is not its own.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(SHARP, MOST_PIXELS / width, MOST_PIXELS / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The picture could not be drawn. Choose SVG.'))), 'image/png'),
  );
}
