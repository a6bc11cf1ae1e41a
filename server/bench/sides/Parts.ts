import type { BenchDatabase } from './BenchDatabase.ts'
import type { LoadClient } from './LoadClient.ts'

/** What sides are made of. */
export interface Parts {
  readonly ground: BenchDatabase
  readonly client: LoadClient
  readonly random: () => number
  readonly tell: (line: string) => void
}
