import { Failure, unavailable } from '../failure.ts'
import { AuthorizationChanged } from '../statement/part/authCheck.ts'
import type { Caller } from './Caller.ts'

/** How often a request starts over because rights change under it. */
const maxRestarts = 10

export interface CallerSteps<Plan, Result> {
  /** Who the caller was a moment ago, where that is remembered. */
  findCached(): Caller | undefined
  /** Looks the caller up in the database. */
  authenticate(): Promise<Caller>
  /** Decides what is done for a caller, without the database. */
  plan(caller: Caller): Plan
  execute(plan: Plan): Promise<Result>
}

/**
 * Plans a request for the caller that is remembered, since the statement itself makes sure that session and rights
 * still hold. Where they do not, or where planning fails, the caller is looked up and the request starts over: nobody
 * is told anything on a guess.
 */
export async function withCachedCaller<Plan extends object, Result extends object>(
  steps: CallerSteps<Plan, Result>,
): Promise<Result> {
  const cached = steps.findCached()
  const plan = cached && tryPlan(() => steps.plan(cached))
  const refused = plan instanceof Failure ? plan : undefined
  const done = plan && !(plan instanceof Failure) && (await unlessAuthorizationChanged(steps.execute(plan)))
  if (done) return done
  return withCaller(steps.authenticate, async (caller) => {
    if (refused && cached && isAsBefore(caller, cached)) throw refused
    return steps.execute(steps.plan(caller))
  })
}

/** Looks the caller up and does something for them; where their rights change under it, it starts over. */
export async function withCaller<Result extends object>(
  authenticate: () => Promise<Caller>,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  for (let restarts = 0; restarts < maxRestarts; restarts++) {
    const caller = await authenticate()
    const done = await unlessAuthorizationChanged(work(caller))
    if (done) return done
  }
  throw unavailable('Rights change all the time at the moment.')
}

/** The plan, or why there is none: whether rightly so is known only once the caller was looked up. */
function tryPlan<Plan>(plan: () => Plan): Plan | Failure {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Failure && error.code !== 'unavailable') return error
    throw error
  }
}

/**
 * Planning depends on the call and on these alone: where they are the same, it fails the same way, and is not repeated.
 */
function isAsBefore({ userId, admin, rules }: Caller, before: Caller): boolean {
  return userId === before.userId && admin === before.admin && rules === before.rules
}

function unlessAuthorizationChanged<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof AuthorizationChanged) return undefined
    throw error
  })
}
