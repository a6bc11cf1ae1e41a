import type { Exchange } from '../client.ts'

/** The paths of the API. Pages for people have no place in a document. */
const apiPaths = /^\/(?:ws\/|login\/|callback$|logout$)/

/** The real one. Test files share this module where they share a process, and each observes by itself. */
const send = globalThis.fetch

/** Shows every exchange that is made with `fetch` as well, so also those of the TypeScript client. */
export function observeFetch(observe: (exchange: Exchange) => Promise<void>): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { protocol, origin, pathname, search } = new URL(request.url)
    if (protocol !== 'http:' || !apiPaths.test(pathname)) return send(request)
    const body = await request.clone().text()
    const response = await send(request)
    const reply = await toReply(response.clone())
    const { method, headers } = request
    const sent = { base: origin, method, path: `${pathname}${search}`, headers: Object.fromEntries(headers) }
    if (reply) await observe({ ...sent, body: body === '' ? undefined : body, reply })
    return response
  }
}

/** The whole answer; undefined if it did not come to its end. */
async function toReply(response: Response): Promise<Exchange['reply'] | undefined> {
  const text = await response.text().catch(() => undefined)
  if (text === undefined) return undefined
  const cookies = response.headers.getSetCookie()
  const headers = { ...Object.fromEntries(response.headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined }
}
