import { trace } from '@opentelemetry/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTracing } from '../src/http/tracing/openTracing.ts'
import type { Client } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'
import { SpanCollector } from './harness/spans.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const traceparent = `00-${traceId}-${spanId}-01`

/** The line of a request in the log. */
function lineOf({ logs }: Pick<TestService, 'logs'>, requestId: string): Promise<Record<string, unknown>> {
  return until(`a line for ${requestId}`, () => {
    const line = logs()
      .split('\n')
      .find((each) => each.includes(`"${requestId}"`))
    return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>)
  })
}

function find(client: Client, requestId: string, headers: Record<string, string> = {}) {
  return client.exchange('GET', `/ws/rest/${Contact}?limit=1`, { headers: { 'x-request-id': requestId, ...headers } })
}

describe('without an SDK', () => {
  it('the log has the trace of the client, if its header is valid', async () => {
    await find(stage.client, 'trace-1', { traceparent })
    expect(await lineOf(stage.service, 'trace-1')).toMatchObject({ requestId: 'trace-1', traceId })
    await find(stage.client, 'trace-2', { traceparent: `00-${traceId}-${spanId}-"x` })
    expect(await lineOf(stage.service, 'trace-2')).not.toHaveProperty('traceId')
    await stage.client.exchange('GET', '/nowhere', { headers: { 'x-request-id': 'trace-3', traceparent } })
    expect(await lineOf(stage.service, 'trace-3')).toMatchObject({ status: 404, traceId })
  })

  it('nothing is traced, and no answer tells its times', async () => {
    expect(await openTracing('0.0.0', Date.now)).toBeUndefined()
    expect((await find(stage.client, 'trace-4')).headers).not.toHaveProperty('server-timing')
  })
})

describe('with an SDK, and with Server-Timing', () => {
  const collector = new SpanCollector()
  /** How far the clock of the machine is set forward while the service runs. */
  let ahead = 0
  const now = () => Date.now() + ahead
  let service: TestService
  let client: Client

  beforeAll(async () => {
    trace.setGlobalTracerProvider(collector)
    service = await startService(stage.database.url, { serverTiming: 'true' }, undefined, { now })
    client = await loggedIn(service)
    await find(client, 'warm-up')
    collector.spans.length = 0
  })

  afterAll(async () => {
    client.close()
    await service.stop()
    trace.disable()
  })

  it('a request is a span of the trace of its client, with a span for each stage', async () => {
    await find(client, 'trace-5', { traceparent, tracestate: 'vendor=1' })
    const [request, ...stages] = collector.spans.splice(0)
    expect(request).toMatchObject({
      name: 'GET /ws/rest/:model',
      traceId,
      parentId: spanId,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/ws/rest/:model',
        'http.response.status_code': 200,
        'tabularium.operation': 'find',
        'tabularium.model': Contact,
        'tabularium.request_id': 'trace-5',
      },
    })
    expect(stages.map(({ name, parentId }) => [name, parentId])).toEqual(
      ['permit', 'plan', 'execute'].map((name) => [name, request?.spanId]),
    )
    for (const { start, end } of stages) {
      expect(start).toBeGreaterThanOrEqual((request?.start ?? Infinity) - 0.01)
      expect(end).toBeLessThanOrEqual((request?.end ?? 0) + 0.01)
    }
  })

  it('spans have the time of the clock, also after it was set', async () => {
    ahead = 3_600_000
    const sent = now()
    await find(client, 'trace-8')
    const answered = now()
    ahead = 0
    const [request] = collector.spans.splice(0)
    expect(request?.start).toBeGreaterThan(sent - 1_000)
    expect(request?.end).toBeLessThan(answered + 1_000)
  })

  it('a request without a trace begins one, which the log names; a failure names its code', async () => {
    await client.exchange('GET', `/ws/rest/${Contact}/987654321`, { headers: { 'x-request-id': 'trace-6' } })
    const [request] = collector.spans.splice(0)
    expect(request).toMatchObject({ parentId: undefined, attributes: { 'error.type': 'record-not-found' } })
    expect(request?.attributes).not.toHaveProperty('status')
    expect(await lineOf(service, 'trace-6')).toMatchObject({ status: 404, traceId: request?.traceId })
  })

  it('every answer tells how long its stages took', async () => {
    const { headers } = await find(client, 'trace-7')
    expect(headers['server-timing']).toMatch(
      /^permit;dur=\d+\.\d\d, plan;dur=\d+\.\d\d, execute;dur=\d+\.\d\d, total;dur=\d+\.\d\d$/,
    )
  })
})
