import { Failure } from '../../failure/failure.ts'
import { clashCodes, isClash } from '../../failure/failureCodes.ts'
import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../plan/Plan.ts'
import { Problems } from '../../plan/Problems.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { withoutKey, writeInTransaction } from '../inTransaction.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'

/** A search for everything that is wrong with a request, in a transaction that is rolled back. */
export interface Diagnosis {
  readonly tx: WriteTransaction
  /** What was found so far. */
  readonly problems: Problems
  /** Whether the time for it has passed. */
  isLate(): boolean
  /** The operation of the request that made a record in this transaction; undefined if none did. */
  madeAt?(model: Model, id: number): number | undefined
}

/** Which part of the time that a request has left is used to find out what is wrong with it. */
const share = 0.8

/**
 * Finds everything that is wrong with a refused request, besides what is known. Nothing is written. If the time is not
 * enough, or the database fails meanwhile, the problems found until then are returned as incomplete.
 */
export async function diagnose(
  known: Problems,
  plans: readonly (CreatePlan | UpdatePlan)[],
  context: WriteContext,
  services: ExecutionServices,
  work: (diagnosis: Diagnosis) => Promise<void>,
): Promise<Problems> {
  const authorization = withLessTime(context.authorization)
  const { at = Infinity } = authorization.deadline ?? {}
  let problems: Problems | undefined
  try {
    await writeInTransaction(plans, { ...withoutKey(context), authorization, dryRun: true }, services, async (tx) => {
      // A transaction that starts over finds everything again.
      problems = known.copy()
      await work({ tx, problems, isLate: () => performance.now() > at })
      return { data: '' }
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Before it began, the caller's rights were not checked, and nothing may be told; but passwords are hashed first.
    if (!problems && error.code !== 'invalid-record') throw error
    if (!problems) (problems = known.copy()).addFailure(error)
    problems.isComplete = false
  }
  return problems ?? known
}

/** The same authorization with a deadline before that of the request: there must be time to answer. */
function withLessTime(authorization: Authorization): Authorization {
  const { deadline } = authorization
  if (!deadline) return authorization
  const now = performance.now()
  return { ...authorization, deadline: { at: now + (deadline.at - now) * share, mayBeWritten: false } }
}

const codesOfRecords: readonly string[] = [
  'invalid-record',
  ...clashCodes,
  'version-conflict',
  'record-not-found',
  'not-permitted',
  'still-referenced',
]

/**
 * Fails with everything that is wrong with a request that was refused. If that can't be found out now, fails with the
 * first of it. Failures that are not about records stay as they are.
 */
export async function tellAll(error: unknown, find: () => Promise<Failure | undefined>): Promise<never> {
  if (!(error instanceof Failure) || !codesOfRecords.includes(error.code)) throw error
  throw (await findIfAvailable(find)) ?? Problems.alone(error)
}

async function findIfAvailable(find: () => Promise<Failure | undefined>): Promise<Failure | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Failure && error.code === 'unavailable') return undefined
    throw error
  }
}

/** The same for a single record that others do not allow: all such constraints, and the other records. */
export async function tellClashes(error: unknown, find: () => Promise<Failure | undefined>): Promise<never> {
  if (!(error instanceof Failure) || !isClash(error.code)) throw error
  return tellAll(error, async () => {
    const refusal = await find()
    return refusal && isClash(refusal.code) ? refusal : undefined
  })
}
