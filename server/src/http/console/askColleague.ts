import type { IncomingMessage } from 'node:http'
import { Failure } from '../../failure/failure.ts'
import type { AppOptions } from '../AppOptions.ts'
import { parseProvenance, refuseCrossSite } from '../crossSite.ts'
import { consolePath } from './ConsoleFiles.ts'

/** Where the console of the demo asks the made-up colleague for a change. */
export const colleaguePath = `${consolePath}demo/colleague`

/** A change of one field needs no more. */
const maxBytes = 65_536

/** Passes a change on to the made-up colleague; undefined for any other request, and everywhere but in the demo. */
export function findColleagueReply(path: string, request: IncomingMessage, options: AppOptions) {
  const { demo } = options
  return demo && path === colleaguePath && request.method === 'POST'
    ? passOn(request, demo.askColleague, options.allowedOrigins)
    : undefined
}

async function passOn(
  request: IncomingMessage,
  ask: NonNullable<AppOptions['demo']>['askColleague'],
  origins: ReadonlySet<string>,
) {
  refuseCrossSite(parseProvenance(request.headers), origins)
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new Failure('unsupported-media-type', 'Send the change as application/json.')
  return ask({ cookie: request.headers.cookie ?? '', body: await readBody(request) })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array)
    length += bytes.length
    if (length > maxBytes) throw new Failure('body-too-large', 'A change that is asked of the colleague must be short.')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}
