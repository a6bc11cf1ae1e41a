import type { FastifyRequest } from 'fastify'
import type { OnStage } from '../request/timeStages.ts'
import type { Trace } from '../request/requestMembers.ts'
import type { AppOptions } from './AppOptions.ts'
import { parseTraceparent } from './parseTraceparent.ts'
import type { Route } from './routes.ts'
import { StageTimes } from './StageTimes.ts'
import type { Reply } from './toReply.ts'

/** Times one request. */
export interface Timing {
  readonly onStage: OnStage
  /** Adds the header to the reply, and ends the span. */
  end(trace: Trace, reply: Reply, end: number): void
}

/** Begins to time a request for the `Server-Timing` header or for a span; undefined if neither is wanted. */
export function startTiming(
  route: Route,
  { headers }: FastifyRequest,
  trace: Trace,
  start: number,
  { serverTiming, startSpan }: AppOptions,
): Timing | undefined {
  if (!serverTiming && !startSpan) return undefined
  const times = new StageTimes()
  const state = headers['tracestate']
  const span = startSpan?.(route, start, parseTraceparent(headers.traceparent), state && String(state))
  if (span) trace.traceId = span.traceId
  return {
    onStage: times.onStage,
    end: (ended, reply, end) => {
      if (serverTiming) reply.headers['server-timing'] = times.toHeader(end - start)
      span?.end(ended, reply.status, end, times.all)
    },
  }
}
