import type { LoadResult } from './Load.ts'
import type { Work } from './Work.ts'

/** How a work is asked for. */
export interface Asked {
  readonly work: Work
  readonly connections: number
  readonly seconds: number
  /** Seconds before the time that counts. */
  readonly leadIn: number
  /** A run that takes longer than this many milliseconds has stalled, and is ended. */
  readonly within: number
}

/** A work that is ready to begin. */
export interface Prepared {
  run(): Promise<LoadResult>
  /** Throws where what was measured is not what was asked for. */
  verify?(): Promise<void>
}

/** One of those that are compared. */
export interface Side {
  readonly name: string
  readonly works: readonly Work[]
  /** The processes that do the work, beside PostgreSQL's. */
  readonly pids: readonly number[]
  /** The process that makes the load; undefined where it ends with each measurement. */
  readonly clientPid: number | undefined
  prepare(asked: Asked): Promise<Prepared>
  stop(): Promise<void>
}

export const sideNames = {
  pgbench: 'pgbench',
  raw: 'raw node:http',
  naive: 'naive',
  one: 'Tabularium, 1 process',
  two: 'Tabularium, 2 processes',
  directus: 'Directus',
} as const

/** How a side is called with --only. */
export type SideKey = keyof typeof sideNames
