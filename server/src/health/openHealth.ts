import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Snapshot } from '../metrics/Snapshot.ts'
import { metricsType, toMetricsText } from '../metrics/toMetricsText.ts'
import type { ServiceStatus } from './ServiceStatus.ts'
import { shareAnswer } from './shareAnswer.ts'

/** What the health port reports. */
export interface HealthChecks {
  /** Why the service is not ready; undefined if it is. */
  checkReadiness(): Promise<string | undefined>
  findStatus(): Promise<ServiceStatus>
  /** The figures of `/metrics`. */
  findMetrics(): Promise<Snapshot>
  /** More members for every answer. */
  findMore?(): object
}

/** An open health port. */
export interface Health {
  readonly url: string
  close(): void
}

/** Opens the health port; fails if the port is in use. */
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
 * `/live`, `/ready`, `/status` and `/metrics` on a port of their own, for load balancers, orchestrators and monitoring:
 * they never queue behind requests to the service. Live: the process answers. Ready: it can serve now; otherwise the
 * answer says why not. Status and metrics are made once a second for all who ask, so that asking costs little.
 */
function createHealth({ checkReadiness, findStatus, findMetrics, findMore = () => ({}) }: HealthChecks): Server {
  const shareStatus = shareAnswer(findStatus)
  const shareMetrics = shareAnswer(async () => toMetricsText(await findMetrics()))
  return createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(`${JSON.stringify({ ...findMore(), ...body })}\n`)
    }
    if (request.url === '/live') return reply(200, { live: true })
    if (request.url === '/status')
      return void shareStatus().then(
        (status) => reply(200, status),
        () => reply(503, { message: 'The database cannot be reached.' }),
      )
    if (request.url === '/metrics')
      return void shareMetrics().then(
        (text) => {
          response.writeHead(200, { 'content-type': metricsType, 'cache-control': 'no-store' })
          response.end(text)
        },
        () => reply(503, { message: 'The metrics cannot be collected.' }),
      )
    if (request.url !== '/ready')
      return reply(404, { message: 'There is no such path. The paths are /live, /ready, /status and /metrics.' })
    checkReadiness().then(
      (reason) => (reason === undefined ? reply(200, { ready: true }) : reply(503, { ready: false, reason })),
      () => reply(503, { ready: false, reason: 'The check failed.' }),
    )
  })
}

function toUrl(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new TypeError('The server has no address.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
