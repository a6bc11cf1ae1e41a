import type { Server } from 'node:http'

/** How long a connection without a request may still begin one, in milliseconds. */
const grace = 1_000

/**
 * Watches a server, so that it can close without waiting for idle connections: Node counts a connection that never sent
 * a request as busy, and does not enforce its own time limits while it closes. Call the returned function when the
 * server closes: it closes all connections as soon as every request is answered, and at the latest after the given
 * time.
 */
export function watchConnections(server: Server): (atLatest: number) => () => void {
  // A count and not a set: an old set refers to young objects, which costs a tenth of all time in garbage collection.
  let pending = 0
  const settle = () => (pending -= 1)
  server.on('request', (_, response) => {
    pending += 1
    response.once('close', settle)
  })
  return (atLatest) => {
    const close = () => server.closeAllConnections()
    const check = setInterval(() => pending === 0 && close(), Math.min(grace, atLatest))
    const end = setTimeout(close, atLatest)
    return () => {
      clearInterval(check)
      clearTimeout(end)
    }
  }
}
