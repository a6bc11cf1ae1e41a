/** The caller's span in a distributed trace: the `traceparent` header of W3C Trace Context. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The caller's span, 16 hexadecimal digits. */
  readonly spanId: string
  readonly flags: number
}

/** Version, trace id, span id and flags; a later version may add more after them. */
const format = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Parses a `traceparent` header. One that is not valid is ignored, as the specification wants it. */
export function parseTraceparent(header: string | string[] | undefined): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > 512) return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = format.exec(header) ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}
