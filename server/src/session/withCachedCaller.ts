import { Failure, unavailable } from '../failure/failure.ts'
import { TimelineEnded } from '../postgres/NoConnection.ts'
import { AuthorizationChanged } from '../statement/authorization/authCheck.ts'
import type { Caller } from './Caller.ts'
import { isReading, limitsOfKey } from './readingKey.ts'

/** How often a request starts over because rights have changed while it was executed. */
const maxRestarts = 10

/** The steps of a request that depend on its caller. */
export interface CallerSteps<Plan, Result> {
  /** Returns the caller of an earlier request with the same token, if it is cached. */
  findCached(): Caller | undefined
  /** Looks up the caller in the database. */
  authenticate(): Promise<Caller>
  /** Decides what to do for a caller, without the database. */
  plan(caller: Caller): Plan
  execute(plan: Plan): Promise<Result> | Result
}

/**
 * Plans a request for the cached caller, because its statement checks that the session and the rights still hold. If
 * they do not, or if planning fails, the caller is looked up and the request starts over: no response depends on the
 * cache alone.
 */
export async function withCachedCaller<Plan extends object, Result>(steps: CallerSteps<Plan, Result>): Promise<Result> {
  const cached = steps.findCached()
  const plan = cached && tryPlan(steps, cached)
  const refused = plan instanceof Failure ? plan : undefined
  if (plan && !(plan instanceof Failure))
    try {
      return await steps.execute(plan)
    } catch (error) {
      if (!isAuthorizationChanged(error)) throw withLimits(error, cached)
    }
  return withCaller(steps.authenticate, async (caller) => {
    if (refused && cached && isSameCaller(caller, cached)) throw refused
    return steps.execute(steps.plan(caller))
  })
}

/** Looks up the caller and runs some work. Starts over if the caller's rights change meanwhile. */
export async function withCaller<Result>(
  authenticate: () => Promise<Caller>,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  for (let restarts = 0; restarts < maxRestarts; restarts++) {
    const caller = await authenticate()
    try {
      return await work(caller)
    } catch (error) {
      if (!isAuthorizationChanged(error)) throw withLimits(error, caller)
    }
  }
  throw unavailable('Rights are changing too often at the moment.')
}

/** Returns the plan or its failure. A failure counts only after the caller was looked up. */
function tryPlan<Plan>(steps: Pick<CallerSteps<Plan, unknown>, 'plan'>, caller: Caller): Plan | Failure {
  try {
    return steps.plan(caller)
  } catch (error) {
    if (error instanceof Failure && error.code !== 'unavailable') return error
    throw error
  }
}

/**
 * Planning depends only on the call and on these members. If they are the same, it fails the same way, and is not
 * repeated.
 */
function isSameCaller(caller: Caller, cached: Caller): boolean {
  const { userId, admin, language, rules } = caller
  const isSameUser = userId === cached.userId && language === cached.language
  const isSameKey = isReading(caller) === isReading(cached)
  return isSameUser && isSameKey && admin === cached.admin && rules === cached.rules
}

/**
 * Says why an API key may not do something, if it is limited, or to roles that its user does not have. Such a key is
 * told so of every model that it does not know, whether there is one or not.
 */
function withLimits(error: unknown, caller: Caller | undefined): unknown {
  const limits = caller && limitsOfKey(caller)
  if (limits === undefined || !(error instanceof Failure)) return error
  const { code, message, details } = error
  if ((code !== 'not-permitted' && code !== 'unknown-model') || message.includes(limits)) return error
  return new Failure('not-permitted', `${message} ${limits}`, { data: details.data ?? {} })
}

/** Nothing was done, because the rights changed, or the caller was looked up on another timeline of the database. */
function isAuthorizationChanged(error: unknown): boolean {
  return error instanceof AuthorizationChanged || (error instanceof Failure && error.cause instanceof TimelineEnded)
}
