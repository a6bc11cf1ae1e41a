import type { Socket } from 'node:net'
import { toFailureText } from '../envelope/failed.ts'
import { Failure } from '../failure/failure.ts'
import { commonHeaders } from './headers.ts'

/** Answers on the bare connection if what arrives is not HTTP, and closes the connection. */
export function badRequest(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [line, message] = explain(error.code)
  const { headers, body } = badRequestParts(message, requestId)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${line}\r\n${head.join('')}\r\n${body}`)
}

/** The headers and the body of an answer that closes the connection. */
export function badRequestParts(
  message: string,
  requestId: string,
): { readonly headers: Record<string, string>; readonly body: string } {
  const body = toFailureText(new Failure('invalid-parameter', message), requestId)
  const headers = {
    ...commonHeaders(false),
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { headers, body }
}

function explain(code: string | undefined): [string, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'The headers are larger than 16 KiB.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request did not arrive in time.']
  return ['400 Bad Request', 'This is not a valid HTTP request.']
}
