import { readFile, realpath } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';

/** Allows nothing from elsewhere, nothing inline, no frame around or inside the window. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sent with every answer of both hosts, errors included. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** The file that a URL path names within `folder`, or null where it leaves the folder or is not a path at all. */
export function contained(folder: string, urlPath: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const file = resolve(folder, `.${path === '/' ? '/index.html' : path}`);
  return path.startsWith('/') && file.startsWith(folder + sep) ? file : null;
}

export interface Content {
  status: 200 | 404;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

const missing = (): Content => ({
  status: 404,
  headers: { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  body: new TextEncoder().encode('There is nothing at this address.\n'),
});

/**
 * A file of the built window with its headers. Only files of known types below `folder` are served, links that lead
 * out of it included in what is refused.
 */
export async function readContent(folder: string, urlPath: string): Promise<Content> {
  const file = contained(folder, urlPath);
  const type = file === null ? undefined : types[extname(file)];
  if (file === null || type === undefined) return missing();
  try {
    const real = await realpath(file);
    if (!real.startsWith((await realpath(folder)) + sep)) return missing();
    const body = new Uint8Array(await readFile(real));
    // Names in assets/ hold a hash of what is in them; the page itself may change with the next build.
    const cache = urlPath.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
    return { status: 200, headers: { ...securityHeaders, 'Content-Type': type, 'Cache-Control': cache }, body };
  } catch {
    return missing();
  }
}
