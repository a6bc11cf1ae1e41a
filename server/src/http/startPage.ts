import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppOptions } from './AppOptions.ts'
import { commonHeaders } from './headers.ts'
import { traceOf } from './traceOf.ts'

/** Where the documents are. */
const documents = 'https://github.com/tabularium/tabularium/blob/main/docs'

/** The paths and pages that a newcomer looks for. The health port has its own address, which is not for everybody. */
const links = {
  login: '/callback',
  me: '/ws/me',
  models: '/ws/meta/models',
  openapi: '/ws/openapi.json',
  documentation: `${documents}/reference/api/README.md`,
  health: `${documents}/how-to/operation/run-in-production.md#health-probes`,
}

/** Answers `GET /` without a session: what this is and where to go on, as a page for browsers, otherwise as JSON. */
export function sendStartPage(request: FastifyRequest, reply: FastifyReply, options: AppOptions): FastifyReply {
  const { accept = '', host = '' } = request.headers
  const isPage = /\btext\/html\b/i.test(accept)
  const body = isPage ? toStartPage(options, host) : toStartJson(options)
  options.log.request(traceOf(request, options, undefined), 200)
  reply.hijack()
  reply.raw.writeHead(200, {
    ...commonHeaders(options.secure),
    ...(isPage ? { 'content-type': 'text/html; charset=utf-8' } : {}),
    'content-length': Buffer.byteLength(body),
    'x-request-id': request.id,
    vary: 'accept',
    ...(options.isDraining() ? { connection: 'close' } : {}),
  })
  reply.raw.end(body)
  return reply
}

/** The answer for programs, in the envelope of all answers. */
export function toStartJson({ version }: Pick<AppOptions, 'version'>): string {
  return JSON.stringify({ status: 0, data: [{ name: 'Tabularium', version, links }] })
}

/** The page for people. It has no scripts and no styles, which the security policy of all answers forbids. */
export function toStartPage({ version, secure }: Pick<AppOptions, 'version' | 'secure'>, host: string): string {
  const address = `${secure ? 'https' : 'http'}://${isHost.test(host) ? host : 'localhost'}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Tabularium</title>
<h1>Tabularium ${version}</h1>
<p>This is a record service: a REST API with versions, history and permissions. There is nothing to click here.</p>
<h2>Log in with curl</h2>
<pre>curl -sS -c cookies -H 'Content-Type: application/json' \\
  -d '{"username":"…","password":"…"}' ${address}${links.login}</pre>
<p>Then see who you are, and what you may do:</p>
<pre>curl -sS -b cookies ${address}${links.me}</pre>
<p>An OpenAPI document of what you may do, for tools:</p>
<pre>curl -sS -b cookies ${address}${links.openapi}</pre>
<p><a href="${links.documentation}">The API</a>, <a href="${documents}/README.md">all documents</a></p>
</html>
`
}

/** A host with or without a port. Other text of a client does not get into the page. */
const isHost = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
