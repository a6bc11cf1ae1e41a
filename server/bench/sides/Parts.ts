import type { Ground } from './Ground.ts'
import type { LoadClient } from './LoadClient.ts'

/** What sides are made of. */
export interface Parts {
  readonly ground: Ground
  readonly client: LoadClient
  readonly random: () => number
  readonly tell: (line: string) => void
}
