import { accountMutants } from './accountMutants.ts'
import { actionMutants } from './actionMutants.ts'
import { aggregateMutants } from './aggregateMutants.ts'
import { attackMutants } from './attackMutants.ts'
import { costMutants } from './costMutants.ts'
import { checksMutants } from './checksMutants.ts'
import { consoleMutants } from './consoleMutants.ts'
import { devMutants } from './devMutants.ts'
import { documentsMutants } from './documentsMutants.ts'
import { exchangeMutants } from './exchangeMutants.ts'
import { feedMutants } from './feedMutants.ts'
import { formulaMutants } from './formulaMutants.ts'
import { invariantMutants } from './invariantMutants.ts'
import { seriesMutants } from './seriesMutants.ts'
import { standbyMutants } from './standbyMutants.ts'
import { typesMutants } from './typesMutants.ts'
import { undoMutants } from './undoMutants.ts'
import { upsertMutants } from './upsertMutants.ts'
import { valuesMutants } from './valuesMutants.ts'
import { webhookMutants } from './webhookMutants.ts'
import { workMutants } from './workMutants.ts'
import { writesMutants } from './writesMutants.ts'

/** A guarantee that is taken out by a change of a few letters, and the tests of which one must notice it. */
export interface Mutant {
  /**
   * The number of an attack, whose test is in `server/test/attacks`; or a test file, such as `checks.test.ts`
   * or `../src/outbound/Sender.test.ts`.
   */
  readonly suite: string
  readonly name: string
  /** In `server/src`. */
  readonly file: string
  readonly from: string
  readonly to: string
  /** A pattern for the names of the tests that are enough. */
  readonly tests: string
}

export const mutants: readonly Mutant[] = [
  ...accountMutants,
  ...actionMutants,
  ...aggregateMutants,
  ...attackMutants,
  ...costMutants,
  ...checksMutants,
  ...consoleMutants,
  ...devMutants,
  ...documentsMutants,
  ...exchangeMutants,
  ...feedMutants,
  ...formulaMutants,
  ...invariantMutants,
  ...seriesMutants,
  ...standbyMutants,
  ...typesMutants,
  ...undoMutants,
  ...upsertMutants,
  ...valuesMutants,
  ...webhookMutants,
  ...workMutants,
  ...writesMutants,
]
