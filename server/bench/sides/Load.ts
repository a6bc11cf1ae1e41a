/**
 * A request as it goes over the wire. Where it carries the version of its record, that stands between head and tail.
 */
export interface LoadRequest {
  readonly head: string
  readonly version?: number
  readonly tail?: string
}

/** What the load process is told to do: every connection sends one request after the other. */
export interface Load {
  readonly ports: readonly number[]
  readonly connections: number
  readonly seconds: number
  /** Seconds before the time that counts. */
  readonly leadIn: number
  /** Dealt out to the connections in turn, and sent again from the start by each; no request belongs to two of them. */
  readonly requests: readonly LoadRequest[]
}

/** What came of it. Latencies are in milliseconds. */
export interface LoadResult {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  /** Answers with another status than 200. */
  readonly errors: number
  /** The first of those, for people. */
  readonly firstError?: string
}

/** What the load process says. */
export type LoadMessage = 'ready' | { readonly result: LoadResult } | { readonly failure: string }

/** Versions are padded to this many characters, so that the length of a request never changes. */
export const versionWidth = 9
