import type { Call } from '../call/Call.ts'
import { maxAgentLength } from '../call/login.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { failAsNotApplied } from '../failure/failure.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Rights } from '../permission/Rights.ts'
import type { Deadline } from '../request/deadline.ts'
import { timeStage } from '../request/timeStages.ts'
import type { Caller } from '../session/Caller.ts'
import { seeAs, seesOnly } from '../session/seeAs.ts'
import { isReading, readsOnly } from '../session/readingKey.ts'
import { withCachedCaller } from '../session/withCachedCaller.ts'
import { lookUpLanguage } from '../text/language.ts'
import type { AnsweredOperation } from './AnsweredOperation.ts'
import type { RequestContext, Services } from './Services.ts'

/** The rights of a caller for a request. */
export type CallerAuthorization = Authorization & { readonly userId: number; readonly deadline: Deadline }

/** What the operations differ in: what they do for a caller. */
export interface Steps<C extends Call, Subject, Plan extends object> {
  /**
   * Whether the request is planned with the cached caller. Only if all statements for its plan check the credential, or
   * its answer would depend on the cache alone.
   */
  mayUseCache(call: C): boolean
  /** Returns what the call is about, such as a model. Fails if the caller may not do that with it. */
  permit(call: C, rights: Rights, services: Services, context: RequestContext): Subject
  /** Decides what to do, without the database. */
  plan(call: C, subject: Subject, authorization: CallerAuthorization, services: Services, caller: Caller): Plan
  /** Does it. It can look up the caller again. */
  execute(plan: Plan, services: Services, call: C, authenticate: () => Promise<Caller>): Promise<Envelope> | Envelope
}

/**
 * Answers a request. A stage that fails throws its failure. The statement of a write reports its own outcome: if
 * anything else fails for lack of the database, nothing was written.
 */
export function answer(
  operation: AnsweredOperation,
  call: Call,
  services: Services,
  context: RequestContext,
): Promise<Envelope> {
  const isRefused = context.seeAs !== undefined && !operation.seeable
  const known = operation.writes ? { ...context, writes: true as const } : context
  const answered = isRefused ? refuse(operation, call, services, known) : operation.answer(call, services, known)
  return operation.writes ? answered.catch(failAsNotApplied) : answered
}

/**
 * The path of a request: authenticate, permit, plan, execute. Each stage takes a value, returns a value and reports how
 * long it took.
 */
export function answerWith<C extends Call, Subject, Plan extends object>(
  steps: Steps<C, Subject, Plan>,
  call: C,
  services: Services,
  context: RequestContext,
): Promise<Envelope> {
  const { deadline, onStage } = context
  const authenticate = () => timeStage(onStage, 'authenticate', () => requireCaller(call, services, context))
  return withCachedCaller<Plan, Envelope>({
    findCached: () =>
      context.seeAs === undefined && steps.mayUseCache(call)
        ? services.sessions.cachedCaller({ token: call.token, quiet: call.quiet, address: context.address })
        : undefined,
    authenticate,
    plan: (caller) => {
      context.onCaller(caller)
      if (context.writes && isReading(caller)) throw readsOnly()
      const rights = services.rights.get(caller)
      const subject = timeStage(onStage, 'permit', () => steps.permit(call, rights, services, context))
      const language = languageOf(caller, services, context)
      const authorization = {
        userId: caller.userId,
        rights,
        credential: caller.credential,
        deadline,
        ...(language === undefined ? {} : { language }),
      }
      return timeStage(onStage, 'plan', () => steps.plan(call, subject, authorization, services, caller))
    },
    execute: (plan) => timeStage(onStage, 'execute', () => steps.execute(plan, services, call, authenticate)),
  })
}

/** The language of the answer: the user's own, or the best that the client reads. Undefined if there are none. */
function languageOf(
  { language: own }: Caller,
  { models: { application } }: Services,
  { acceptLanguage, onLanguage }: RequestContext,
): string | undefined {
  const { languages } = application
  const language = own !== null && languages.includes(own) ? own : lookUpLanguage(acceptLanguage, languages)
  if (language !== undefined) onLanguage(language)
  return language
}

/** Looks up the caller, or the user as whom the caller wants to see. */
export async function requireCaller(
  { token, quiet, scope }: Call,
  { sessions, database }: Services,
  { seeAs: seen, address, requestId, agent, onCaller }: RequestContext,
): Promise<Caller> {
  const caller = await sessions.require({ token, quiet, address, requestId, scope })
  if (seen === undefined) return caller
  onCaller(caller)
  return seeAs(caller, seen, { address, requestId, agent: agent?.slice(0, maxAgentLength) || null }, database)
}

/** Refuses a call that changes something, after the caller is known: nobody else learns more than that. */
async function refuse(
  { isPublic }: AnsweredOperation,
  call: Call,
  services: Services,
  context: RequestContext,
): Promise<never> {
  if (!isPublic) await requireCaller(call, services, context)
  throw seesOnly()
}
