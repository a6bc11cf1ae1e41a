import { type Context, type Span, type SpanOptions, type Tracer, trace } from '@opentelemetry/api'

/** A span as a test sees it. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly attributes: Record<string, unknown>
  readonly start: number
  end: number | undefined
}

/** Collects spans as the SDK of an operator does, with nothing behind it. */
export class SpanCollector {
  readonly spans: CollectedSpan[] = []
  #last = 0

  readonly getTracer = (): Tracer => ({
    startSpan: (name, options, context) => this.#start(name, options, context),
    startActiveSpan: () => {
      throw new Error('The service sets no active span.')
    },
  })

  #start(name: string, { startTime, attributes = {} }: SpanOptions = {}, context?: Context): Span {
    const parent = context && trace.getSpanContext(context)
    const number = ++this.#last
    const spanId = number.toString(16).padStart(16, '0')
    const traceId = parent?.traceId ?? number.toString(16).padStart(32, '0')
    const collected: CollectedSpan = {
      name,
      traceId,
      spanId,
      parentId: parent?.spanId,
      attributes: { ...attributes },
      start: Number(startTime),
      end: undefined,
    }
    this.spans.push(collected)
    return toSpan(collected)
  }
}

function toSpan(collected: CollectedSpan): Span {
  const { traceId, spanId } = collected
  const span: Span = {
    spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
    setAttribute: (key, value) => {
      collected.attributes[key] = value
      return span
    },
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: ({ code }) => {
      collected.attributes['status'] = code
      return span
    },
    updateName: () => span,
    end: (time) => {
      collected.end = Number(time)
    },
    isRecording: () => true,
    recordException: () => {},
  }
  return span
}
