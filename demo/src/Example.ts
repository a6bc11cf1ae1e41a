import type { Insert, Person } from 'tabularium/demo'
import type { CurlLine, DemoAddress } from './curlLines.ts'
import type { Secrets } from './Secrets.ts'

/** One of the examples that the demo can serve, with what belongs to it. */
export interface Example {
  /** The name of its folder. */
  readonly name: string
  /** The package of its models. */
  readonly packageName: string
  /** The model whose first record the printed lines change. */
  readonly main: string
  /** What is made up, in words. */
  readonly madeUp: string
  /** The users, the administrator first and then the author of the other half of the records. */
  peopleOf(secrets: Secrets): Person[]
  /** Makes up the records. */
  fill(insert: Insert): Promise<void>
  /** The lines to paste. */
  toCurlLines(address: DemoAddress): CurlLine[]
}
