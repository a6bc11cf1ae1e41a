import type { IncomingMessage } from 'node:http'
import { Failure } from '../../failure/failure.ts'
import type { AppOptions } from '../AppOptions.ts'
import { parseProvenance, refuseCrossSite } from '../crossSite.ts'
import type { ExtensionReply } from './ConsoleExtension.ts'

/** The most bytes of a body: what extensions ask for is short. */
const maxBytes = 65_536

/** Has the extension of the console answer a request; undefined if there is none, or none for this request. */
export function findExtended(
  path: string,
  query: string,
  request: IncomingMessage,
  { extension, allowedOrigins }: Pick<AppOptions, 'extension' | 'allowedOrigins'>,
): Promise<ExtensionReply | undefined> | undefined {
  const route = extension?.routes.get(`${request.method} ${path}`)
  if (!route) return undefined
  const answer = async () => {
    const body = request.method === 'GET' ? '' : await readJson(request, allowedOrigins)
    const reply = await route({ query, cookie: request.headers.cookie ?? '', body })
    if (reply && 'refused' in reply) throw new Failure(reply.refused, reply.message)
    return reply
  }
  return answer()
}

async function readJson(request: IncomingMessage, origins: ReadonlySet<string>): Promise<string> {
  refuseCrossSite(parseProvenance(request.headers), origins)
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new Failure('unsupported-media-type', 'Send the body as application/json.')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array)
    length += bytes.length
    if (length > maxBytes) throw new Failure('body-too-large', `Send at most ${maxBytes} bytes here.`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}
