import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceStatus } from './ServiceStatus.ts'

export interface HealthChecks {
  /** What keeps the service from serving, or undefined when it is ready. */
  findObstacle(): Promise<string | undefined>
  findStatus(): Promise<ServiceStatus>
  /** Members that every answer has besides. */
  findMore?(): object
}

/** A health port that answers. */
export interface Health {
  readonly url: string
  close(): void
}

/** Opens the health port; throws where it is taken. */
export async function openHealth(checks: HealthChecks, at: { host: string; port: number }): Promise<Health> {
  const server = createHealth(checks).listen(at)
  await once(server, 'listening').catch((error: unknown) => {
    throw Object.assign(error as Error, { flag: '--health-port' })
  })
  return {
    url: toUrl(server.address()),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * `/live` and `/ready` on a port of their own, for balancers and orchestrators: no request to the service is before them in a
 * queue. Live: the process answers. Ready: it can serve now; where not, the answer says why.
 */
function createHealth({ findObstacle, findStatus, findMore = () => ({}) }: HealthChecks): Server {
  return createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(`${JSON.stringify({ ...findMore(), ...body })}\n`)
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

function toUrl(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new TypeError('A server that listens has an address.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
