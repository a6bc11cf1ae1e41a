import type { LoadResult } from './Load.ts'
import type { Work } from './Work.ts'

/** How a work is measured. */
export interface Asked {
  readonly work: Work
  readonly connections: number
  readonly seconds: number
  /** Seconds of warm-up before the measurement. */
  readonly leadIn: number
  /** A run that takes longer than this, in milliseconds, has stalled and is stopped. */
  readonly within: number
}

/** A work that is ready to run. */
export interface Prepared {
  run(): Promise<LoadResult>
  /** Throws if the run did not do the requested work. */
  verify?(): Promise<void>
}

/** One of the services that are compared. */
export interface Side {
  readonly name: string
  readonly works: readonly Work[]
  /** The processes that do the work, apart from PostgreSQL's. */
  readonly pids: readonly number[]
  /** The process that makes the load; undefined if it ends with each measurement. */
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

/** The name of a side in --only. */
export type SideKey = keyof typeof sideNames
