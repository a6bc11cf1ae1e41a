import type { Server, ServerResponse } from 'node:http'

/** How long a connection on which nobody waits for an answer may still begin a request. */
const grace = 1_000

/**
 * Watches a server, so that it can end without waiting for connections that say nothing: Node counts one as busy that never
 * sent a request, and no longer looks at its own time limits once it closes. Call what it gives when the server closes; all
 * connections go as soon as nobody waits for an answer, and at the latest after the given time.
 */
export function watchConnections(server: Server): (atLatest: number) => () => void {
  const answers = new Set<ServerResponse>()
  server.on('request', (_, response) => {
    answers.add(response)
    response.once('close', () => answers.delete(response))
  })
  return (atLatest) => {
    const close = () => server.closeAllConnections()
    const look = setInterval(() => answers.size === 0 && close(), Math.min(grace, atLatest))
    const end = setTimeout(close, atLatest)
    return () => {
      clearInterval(look)
      clearTimeout(end)
    }
  }
}
