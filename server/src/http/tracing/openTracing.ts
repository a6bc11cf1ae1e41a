import type { Tracer } from '@opentelemetry/api'
import { createSpans, type StartSpan } from './createSpans.ts'

/**
 * Starts a span for a request, for the OpenTelemetry SDK that the operator loaded before the service (`node --import`).
 * Undefined if there is no SDK: then nothing is done for a request.
 */
export async function openTracing(version: string, now: () => number): Promise<StartSpan | undefined> {
  // Where an SDK registers itself, for every 1.x of the API: without one, its fifty modules need not be loaded.
  if (!Object.hasOwn(globalThis, Symbol.for('opentelemetry.js.api.1'))) return undefined
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (!api) return undefined
  const provider = api.trace.getTracerProvider()
  if (provider instanceof api.ProxyTracerProvider && !provider.getDelegateTracer('tabularium')) return undefined
  const tracer: Tracer = provider.getTracer('tabularium', version)
  return createSpans(api, tracer, now)
}
