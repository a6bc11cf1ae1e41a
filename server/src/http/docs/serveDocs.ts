import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '../../failure/failure.ts'
import type { AppOptions } from '../AppOptions.ts'
import { commonHeaders } from '../headers.ts'
import { parseRequestId } from '../parseRequestId.ts'
import { toFailureReply } from '../toReply.ts'
import { splitUrl } from '../toRequest.ts'
import { docsPage, docsScript } from './docsScript.ts'
import { scalarPackage } from './readScalar.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** What the page may load, and from where. Scalar sets styles in its elements, and has icons and fonts as data. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface DocsFile {
  readonly type: string
  readonly body: Buffer
  readonly etag: string
}

/** Serves the page of the API if Scalar is installed, and leaves all other requests to the next listener. */
export function serveDocs(options: AppOptions, next: Listener): Listener {
  const files = options.scalar && toFiles(options.scalar)
  return (request, response) => {
    const { path } = splitUrl(request.url ?? '')
    if (path !== '/docs' && !path.startsWith('/docs/')) return next(request, response)
    const requestId = parseRequestId(request.headers['x-request-id']) ?? options.newRequestId()
    const { status, headers, body } = answer(path, request, requestId, files)
    const isClosing = options.isDraining() ? { connection: 'close' } : {}
    const own = { ...commonHeaders(options.secure), ...headers, 'x-request-id': requestId, ...isClosing }
    response.writeHead(status, status === 304 ? own : { ...own, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
}

function toFiles(scalar: Buffer): ReadonlyMap<string, DocsFile> {
  const script = 'text/javascript; charset=utf-8'
  return new Map([
    ['/docs', toFile('text/html; charset=utf-8', Buffer.from(docsPage))],
    ['/docs/page.js', toFile(script, Buffer.from(docsScript))],
    ['/docs/scalar.js', toFile(script, scalar)],
  ])
}

function toFile(type: string, body: Buffer): DocsFile {
  return { type, body, etag: `"${hash('sha1', body, 'base64url')}"` }
}

function answer(
  path: string,
  { method, headers }: IncomingMessage,
  requestId: string,
  files: ReadonlyMap<string, DocsFile> | undefined,
): { status: number; headers: Record<string, string>; body: Buffer | string } {
  if (method !== 'GET')
    return toFailureReply(new Failure('method-not-allowed', 'This path accepts GET.', { allow: ['GET'] }), requestId)
  const file = files?.get(path)
  if (!file) return toFailureReply(new Failure('unknown-path', files ? noFile : notInstalled), requestId)
  const own = {
    'content-type': file.type,
    'content-security-policy': docsPolicy,
    'cache-control': 'no-cache',
    etag: file.etag,
  }
  return headers['if-none-match'] === file.etag
    ? { status: 304, headers: own, body: '' }
    : { status: 200, headers: own, body: file.body }
}

const noFile = 'There is no such path. The page of the API is at /docs.'
const notInstalled =
  `The page of the API needs Scalar. Run npm install ${scalarPackage} in the folder where the service is started, ` +
  'and start it again. The document itself is at /ws/openapi.json.'
