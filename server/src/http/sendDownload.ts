import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '../envelope/Download.ts'
import { Failure } from '../failure/failure.ts'
import type { Trace } from '../request/requestMembers.ts'
import type { AppOptions } from './AppOptions.ts'
import { corsHeaders } from './crossSite.ts'
import { commonHeaders } from './headers.ts'
import { awaitReader } from './overload/awaitReader.ts'

/** How long a client may take nothing of a file, in milliseconds. */
const patience = 60_000

/** The request of a file, as the log and the metrics know it. */
export interface Downloading {
  readonly trace: Trace
  readonly start: number
  readonly operation: string
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>
}

/** Refuses a client that could not tell a whole file from a part of one: HTTP/1.0 ends both in the same way. */
export function requireTrailers(download: Download, { raw }: FastifyRequest): void {
  if (raw.httpVersion !== '1.0') return
  download.close()
  throw new Failure('invalid-parameter', 'An export is sent in parts, which needs HTTP/1.1: let the proxy use it.')
}

/**
 * Sends a file while it is made. The next part is made when the client has read most of the last one. The trailer
 * `Tabularium-Rows` says that it is complete; if anything fails, the connection is broken off without it.
 */
export async function sendDownload(
  download: Download,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppOptions,
  { trace, start, operation, headers }: Downloading,
): Promise<void> {
  const { ended } = download
  const { log, recorder } = options
  reply.hijack()
  const { raw } = reply
  raw.once('close', download.close)
  const breakOff = () => raw.destroy()
  ended.addEventListener('abort', breakOff)
  raw.on('error', breakOff)
  raw.writeHead(200, { ...toHeaders(download, request, options), ...headers })
  const sent = { bytes: 0 }
  try {
    if (await sendPieces(download, raw, sent, options)) {
      raw.addTrailers({ 'Tabularium-Rows': String(download.rows()) })
      raw.end()
    } else trace.reason = ended.aborted ? String(ended.reason) : 'gone'
  } catch (error) {
    trace.reason = ended.aborted ? String(ended.reason) : raw.destroyed ? 'gone' : 'broken'
    if (trace.reason === 'broken') log.error({ requestId: trace.requestId, err: error }, 'export failed')
  }
  if (trace.reason !== undefined) breakOff()
  ended.removeEventListener('abort', breakOff)
  download.close()
  trace.bytes = sent.bytes
  trace.rows = download.rows()
  log.request(trace, 200, performance.now() - start)
  recorder.answered(operation, 200, performance.now() - start)
}

/** Returns whether all pieces were sent. */
async function sendPieces(
  { bytes, user, ended }: Download,
  response: ServerResponse,
  sent: { bytes: number },
  { answers }: AppOptions,
): Promise<boolean> {
  for await (const piece of bytes) {
    if (response.destroyed || ended.aborted) return false
    sent.bytes += piece.length
    if (!response.write(piece)) await awaitReader({ response, bytes: piece.length, user }, answers, patience)
  }
  return !response.destroyed && !ended.aborted
}

function toHeaders(
  { type, fileName }: Download,
  request: FastifyRequest,
  { secure, listedOrigins, isDraining }: AppOptions,
): Record<string, string> {
  return {
    ...commonHeaders(secure),
    ...(listedOrigins.size > 0 ? corsHeaders(request.headers.origin, listedOrigins) : {}),
    'content-type': type,
    'content-disposition': `attachment; filename="${fileName}"`,
    'x-request-id': request.id,
    'x-accel-buffering': 'no',
    trailer: 'Tabularium-Rows',
    ...(isDraining() ? { connection: 'close' } : {}),
  }
}
