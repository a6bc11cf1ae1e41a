import type { BenchDatabase } from './BenchDatabase.ts'
import type { LoadClient } from './LoadClient.ts'

/** What the sides need to start. */
export interface Parts {
  readonly database: BenchDatabase
  readonly client: LoadClient
  readonly random: () => number
  readonly progress: (line: string) => void
}
