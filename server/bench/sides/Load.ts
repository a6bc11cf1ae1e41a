/** A request as it is sent. If it has the version of its record, that comes between head and tail. */
export interface LoadRequest {
  readonly head: string
  readonly version?: number
  readonly tail?: string
}

/** The task of the load process: every connection sends one request after the other. */
export interface Load {
  readonly ports: readonly number[]
  readonly connections: number
  readonly seconds: number
  /** Seconds of warm-up before the measurement. */
  readonly leadIn: number
  /** Distributed among the connections in turn. Each connection repeats its own requests. */
  readonly requests: readonly LoadRequest[]
}

/** The results. Latencies are in milliseconds. */
export interface LoadResult {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  /** The number of responses with a status other than 200. */
  readonly errors: number
  /** The first of those, for people to read. */
  readonly firstError?: string
}

/** A message from the load process. */
export type LoadMessage = 'ready' | { readonly result: LoadResult } | { readonly failure: string }

/** Versions are padded to this many characters, so that the length of a request never changes. */
export const versionWidth = 9
