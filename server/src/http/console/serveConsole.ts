import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '../../failure/failure.ts'
import type { AppOptions } from '../AppOptions.ts'
import { commonHeaders } from '../headers.ts'
import { parseRequestId } from '../parseRequestId.ts'
import { toFailureReply } from '../toReply.ts'
import { splitUrl } from '../toRequest.ts'
import { translateError } from '../translateError.ts'
import type { ExtensionReply } from './ConsoleExtension.ts'
import { assetsPath, type ConsoleFile, consolePath } from './ConsoleFiles.ts'
import { consoleHeaders } from './consoleHeaders.ts'
import { notBuilt } from './consoleFolder.ts'
import { findEncoding } from './findEncoding.ts'
import { findExtended } from './findExtended.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** What is sent, before HTTP. */
interface ConsoleReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * Serves the console, and leaves all other requests to the next listener. It comes before the load limiter: the files
 * are in memory and cost next to nothing, and a page that cannot be loaded cannot say that the service is busy.
 */
export function serveConsole(options: AppOptions, next: Listener): Listener {
  const { console: files } = options
  if (files === undefined) return next
  return (request, response) => {
    const { path, query } = splitUrl(request.url ?? '')
    if (!isOfConsole(path) && !(path === '/' && files !== 'missing' && isFromBrowser(request)))
      return next(request, response)
    const requestId = parseRequestId(request.headers['x-request-id']) ?? options.newRequestId()
    const send = ({ status, headers, body }: ConsoleReply) => {
      const isClosing = options.isDraining() ? { connection: 'close' } : {}
      response.writeHead(status, { ...headers, 'x-request-id': requestId, ...isClosing })
      response.end(body)
    }
    const own = () => answer(path, request, requestId, options)
    const extended = findExtended(path, query, request, options)
    if (!extended) return send(own())
    void extended.then(
      (reply) => send(reply ? fromExtension(reply, options.secure) : own()),
      (error: unknown) => send(refuse(translateError(error), requestId, options.secure)),
    )
  }
}

function fromExtension({ status, headers, body }: ExtensionReply, secure: boolean): ConsoleReply {
  const { 'content-type': type = '', ...common } = commonHeaders(secure)
  return withBody(status, { ...common, ...(body === '' ? {} : { 'content-type': type }), ...headers }, body)
}

function withBody(status: number, headers: Readonly<Record<string, string>>, body: string): ConsoleReply {
  const bytes = Buffer.from(body)
  return { status, headers: { ...headers, 'content-length': String(bytes.length) }, body: bytes }
}

function isOfConsole(path: string): boolean {
  return path.startsWith(consolePath) || path === '/console'
}

/** Programs get what the service answers at its root; people want the console. */
function isFromBrowser({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')
}

function answer(path: string, { method, headers }: IncomingMessage, requestId: string, options: AppOptions) {
  const { console: files, secure } = options
  if (method !== 'GET') return refuse(methodNotAllowed(), requestId, secure)
  if (files === undefined || files === 'missing')
    return refuse(new Failure('unknown-path', notBuilt), requestId, secure)
  if (!path.startsWith(consolePath)) return redirect(secure)
  const file = isPlain(path) ? (files.get(path) ?? findIndex(path, files)) : undefined
  return file ? toReply(file, headers, secure) : refuse(noFile(), requestId, secure)
}

/** Rejects path traversal attempts: no path of the console needs these characters. */
function isPlain(path: string): boolean {
  return !/[%\\]|\/\/|\/\.{1,2}(\/|$)/.test(path)
}

/** The console has its own routes: each of them is the same page. */
function findIndex(path: string, files: ReadonlyMap<string, ConsoleFile>): ConsoleFile | undefined {
  return path.startsWith(assetsPath) ? undefined : files.get(`${consolePath}index.html`)
}

function toReply(file: ConsoleFile, headers: IncomingMessage['headers'], secure: boolean): ConsoleReply {
  const own = consoleHeaders(file, secure)
  const { 'if-none-match': known = '' } = headers
  if (known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === file.etag))
    return { status: 304, headers: own, body: Buffer.alloc(0) }
  const encoding = findEncoding(headers['accept-encoding'], file)
  const body = (encoding && file[encoding]) ?? file.plain
  const encoded: Record<string, string> = encoding ? { 'content-encoding': encoding } : {}
  return { status: 200, headers: { ...own, ...encoded, 'content-length': String(body.length) }, body }
}

function redirect(secure: boolean): ConsoleReply {
  const { 'content-type': _, ...common } = commonHeaders(secure)
  return { status: 302, headers: { ...common, location: consolePath, 'content-length': '0' }, body: Buffer.alloc(0) }
}

function methodNotAllowed(): Failure {
  return new Failure('method-not-allowed', 'This path accepts GET.', { allow: ['GET'] })
}

function noFile(): Failure {
  return new Failure('unknown-path', 'The console has no such file. Load its page again: it may be a newer version.')
}

function refuse(failure: Failure, requestId: string, secure: boolean): ConsoleReply {
  const { status, headers, body } = toFailureReply(failure, requestId)
  return withBody(status, { ...commonHeaders(secure), ...headers }, body)
}
