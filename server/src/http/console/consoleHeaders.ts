import type { ConsoleFile } from './ConsoleFiles.ts'

/** What the pages of the console may load, and from where: from the service itself, and no inline script or style. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** A year, in seconds. */
const year = 31_536_000

/** The headers of a file of the console. A file whose name changes with its content is never asked for again. */
export function consoleHeaders({ type, etag, isHashed }: ConsoleFile, secure: boolean): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': isHashed ? `public, max-age=${year}, immutable` : 'no-cache',
    etag,
    vary: 'accept-encoding',
    'content-security-policy': consolePolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // With no-referrer, browsers would send Origin: null with forms, which is refused as another site's.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(secure ? { 'strict-transport-security': `max-age=${year}` } : {}),
  }
}
