import { createServer, type Server } from 'node:http'

export interface HealthChecks {
  /** What keeps a process from serving, or undefined when it is ready. */
  findObstacle(): Promise<string | undefined>
  /** Figures for operators. */
  findStatus(): Promise<object>
}

/**
 * `/live` and `/ready` on a port of their own, for balancers and orchestrators. Live: the process answers. Ready: it can
 * serve now; where not, the answer says why.
 */
export function createHealth({ findObstacle, findStatus }: HealthChecks): Server {
  return createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(`${JSON.stringify(body)}\n`)
    }
    if (request.url === '/live') return reply(200, { live: true })
    if (request.url === '/status')
      return void findStatus().then(
        (status) => reply(200, status),
        () => reply(503, { message: 'The database cannot be reached.' }),
      )
    if (request.url !== '/ready') return reply(404, { message: 'Ask /live, /ready or /status.' })
    findObstacle().then(
      (obstacle) =>
        obstacle === undefined ? reply(200, { ready: true }) : reply(503, { ready: false, reason: obstacle }),
      () => reply(503, { ready: false, reason: 'The check itself failed.' }),
    )
  })
}
