import type { Server } from 'node:http'

/** How long a connection on which nobody waits for an answer may still begin a request. */
const grace = 1_000

/**
 * Watches a server, so that it can end without waiting for connections that say nothing: Node counts one as busy that never
 * sent a request, and no longer looks at its own time limits once it closes. Call what it gives when the server closes; all
 * connections go as soon as nobody waits for an answer, and at the latest after the given time.
 */
export function watchConnections(server: Server): (atLatest: number) => () => void {
  // A count and no set of them: an old set holds on to young objects, which costs a tenth of all time in garbage collection.
  let awaited = 0
  const settle = () => (awaited -= 1)
  server.on('request', (_, response) => {
    awaited += 1
    response.once('close', settle)
  })
  return (atLatest) => {
    const close = () => server.closeAllConnections()
    const look = setInterval(() => awaited === 0 && close(), Math.min(grace, atLatest))
    const end = setTimeout(close, atLatest)
    return () => {
      clearInterval(look)
      clearTimeout(end)
    }
  }
}
