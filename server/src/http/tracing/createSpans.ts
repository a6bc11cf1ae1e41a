import type { Span, Tracer } from '@opentelemetry/api'
import type { LoggedRoute, Trace } from '../../request/requestMembers.ts'
import type { StageTime } from '../StageTimes.ts'
import type { TraceParent } from '../parseTraceparent.ts'

type Api = typeof import('@opentelemetry/api')

/** The span of a request under way. */
export interface RequestSpan {
  /** The trace that the span belongs to: the client's, or a new one. */
  readonly traceId: string
  /** Ends the span with what became known, and with a span for each stage. Times are those of `performance.now()`. */
  end(trace: Trace, status: number, end: number, stages: readonly StageTime[]): void
}

/** Starts the span of a request. */
export type StartSpan = (
  route: LoggedRoute,
  start: number,
  parent: TraceParent | undefined,
  state: string | undefined,
) => RequestSpan

/** Makes spans with the names and attributes of OpenTelemetry's semantic conventions for HTTP servers. */
export function createSpans(api: Api, tracer: Tracer, now: () => number): StartSpan {
  return (route, start, parent, state) => {
    // By the time of day now, and not by that of the start of the process: clocks are set, and machines are suspended.
    const origin = now() - performance.now()
    const toTime = (at: number) => origin + at
    const { method, path, operation } = route
    const attributes = { 'http.request.method': method, 'http.route': path, 'tabularium.operation': operation.name }
    const options = { kind: api.SpanKind.SERVER, startTime: toTime(start), attributes }
    const span = tracer.startSpan(`${method} ${path}`, options, toContext(api, parent, state))
    return {
      traceId: span.spanContext().traceId,
      end: (trace, status, end, stages) => {
        if (span.isRecording()) {
          describe(api, span, trace, status)
          const context = api.trace.setSpan(api.ROOT_CONTEXT, span)
          for (const { stage, start: from, end: to } of stages)
            tracer.startSpan(stage, { startTime: toTime(from) }, context).end(toTime(to))
        }
        span.end(toTime(end))
      },
    }
  }
}

function toContext(api: Api, parent: TraceParent | undefined, state: string | undefined) {
  if (!parent) return api.ROOT_CONTEXT
  const { traceId, spanId, flags } = parent
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: flags,
    isRemote: true,
    ...(state === undefined ? {} : { traceState: api.createTraceState(state) }),
  })
}

/** Contains no user and no address: a tracing backend has other readers than the log. */
function describe(api: Api, span: Span, { requestId, model, code }: Trace, status: number): void {
  span.setAttribute('http.response.status_code', status)
  span.setAttribute('tabularium.request_id', requestId)
  if (model !== undefined) span.setAttribute('tabularium.model', model)
  if (code !== undefined) span.setAttribute('error.type', code)
  if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
}
