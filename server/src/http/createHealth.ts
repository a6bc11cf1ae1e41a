import { createServer, type Server } from 'node:http'

/** What keeps a process from serving, or undefined when it is ready. */
export type ReadyCheck = () => Promise<string | undefined>

/**
 * `/live` and `/ready` on a port of their own, for balancers and orchestrators. Live: the process answers. Ready: it can
 * serve now; where not, the answer says why.
 */
export function createHealth(findObstacle: ReadyCheck): Server {
  return createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(`${JSON.stringify(body)}\n`)
    }
    if (request.url === '/live') return reply(200, { live: true })
    if (request.url !== '/ready') return reply(404, { message: 'Ask /live or /ready.' })
    findObstacle().then(
      (obstacle) =>
        obstacle === undefined ? reply(200, { ready: true }) : reply(503, { ready: false, reason: obstacle }),
      () => reply(503, { ready: false, reason: 'The check itself failed.' }),
    )
  })
}
