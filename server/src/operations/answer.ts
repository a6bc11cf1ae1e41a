import { answerAboutCaller } from './answerAboutCaller.ts'
import { type ActionRequestServices, answerAction } from './answerAction.ts'
import { answerChangeSets } from './answerChangeSets.ts'
import { answerChanges, type FeedServices, withFollowToken } from './answerChanges.ts'
import { answerWebhooks, type WebhookServices } from './answerWebhooks.ts'
import { executePlan } from '../account/executePlan.ts'
import type { AboutService } from '../account/me.ts'
import { withOwner } from '../account/withOwner.ts'
import type { Call, LoginCall, LogoutCall, RecordCall } from '../call/Call.ts'
import type { TransactionCall } from '../call/TransactionCall.ts'
import { isWrite, seeableOperations } from '../call/Request.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { failAsNotApplied, withFirstIndex } from '../failure/failure.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { Documents } from '../openapi/Documents.ts'
import { type OnStage, timeStage } from '../request/timeStages.ts'
import { permit } from '../permission/permit.ts'
import { actionsOf } from '../plan/actionsOf.ts'
import { planTransaction } from '../plan/transaction.ts'
import { toPlan } from '../plan/toPlan.ts'
import type { Caller } from '../session/Caller.ts'
import { seeAs, seesOnly } from '../session/seeAs.ts'
import type { Sessions } from '../session/Sessions.ts'
import { withCachedCaller } from '../session/withCachedCaller.ts'

/** The services that the stages of a request use. */
export interface Services extends FeedServices, ActionRequestServices, WebhookServices {
  /** Runs reads: on a standby if the settings say so. */
  readonly reads: Pick<FeedServices['database'], 'run'>
  readonly sessions: Sessions
  /** Returns 256 random bits. */
  newToken(): Uint8Array
  readonly documents: Documents
  readonly about: AboutService
  /** The names of the roles that files declare. */
  readonly declaredRoles: readonly string[]
}

/** The deadline of a request, and callbacks for what becomes known about it: for the log and the load limiter. */
export interface RequestContext {
  readonly deadline: Deadline
  /** The username with whose rights an administrator wants the answer; absent if callers act for themselves. */
  readonly seeAs?: string | undefined
  readonly onStage?: OnStage | undefined
  onCaller(caller: Caller): void
  onModel(model: Model): void
  onAction(action: { readonly name: string }): void
  /** Whether the client is gone, so that nobody waits for the answer. */
  isGone(): boolean
  /** Calls a function as soon as the client is gone. */
  onGone(listener: () => void): void
  /** Called when the request waits for changes: from then on it is no load. */
  onWait(): void
}

/**
 * Answers a request. A stage that fails throws its failure. The statement of a write reports its own outcome: if
 * anything else fails for lack of the database, nothing was written.
 */
export function answer(call: Call, services: Services, underway: RequestContext): Promise<Envelope> {
  const answered = answerCall(call, services, underway)
  return isWrite[call.operation] ? answered.catch(failAsNotApplied) : answered
}

function answerCall(call: Call, services: Services, underway: RequestContext): Promise<Envelope> {
  if (underway.seeAs !== undefined && !seeableOperations.has(call.operation))
    return refuseSeeing(call, services, underway)
  switch (call.operation) {
    case 'login':
      return login(call, services)
    case 'logout':
      return logout(call, services)
    case 'models':
    case 'fields':
    case 'actions':
    case 'me':
    case 'searchAll':
    case 'explain':
    case 'explainAction':
    case 'password':
    case 'endSessions':
    case 'openapi':
      return answerAboutCaller(call, services, underway, (quiet) =>
        requireCaller(call.token, services, underway, quiet),
      )
    case 'action':
      return answerAction(call, services, underway, () => requireCaller(call.token, services, underway))
    case 'changes':
    case 'changeStream':
      return answerChanges(call, services, underway, (quiet) => requireCaller(call.token, services, underway, quiet))
    case 'changeSets':
    case 'changeSet':
    case 'undoChangeSet':
      return answerChangeSets(call, services, underway, () => requireCaller(call.token, services, underway))
    case 'webhook':
    case 'deliveries':
    case 'resend':
    case 'discard':
    case 'testWebhook':
      return answerWebhooks(call, services, underway, () => requireCaller(call.token, services, underway))
    default:
      return answerAboutRecords(call, services, underway)
  }
}

/** Authenticate, permit, plan, execute: each stage takes a value, returns a value and reports how long it took. */
function answerAboutRecords(
  call: RecordCall | TransactionCall,
  services: Services,
  underway: RequestContext,
): Promise<Envelope> {
  const { deadline, seeAs: seen, onCaller, onModel } = underway
  const quiet = 'quiet' in call && call.quiet
  const stage = <T>(name: string, work: () => T) => timeStage(underway.onStage, name, work)
  const answered = withCachedCaller({
    findCached: () =>
      seen !== undefined || namesBuiltIn(call) ? undefined : services.sessions.cachedCaller(call.token, quiet),
    authenticate: () => stage('authenticate', () => requireCaller(call.token, services, underway, quiet)),
    plan: (caller) => {
      onCaller(caller)
      const rights = services.rights.get(caller)
      const authorization = { userId: caller.userId, rights, credential: caller.credential, deadline }
      if (call.operation === 'transaction') return stage('plan', () => planTransaction(call, authorization, services))
      const model = stage('permit', () => permit(call.model, actionsOf(call), rights))
      onModel(model)
      return stage('plan', () => toPlan(withOwner(call, caller.userId), model, authorization, services))
    },
    execute: (plan) => stage('execute', () => withFollowToken(call, plan, services, () => executePlan(plan, services))),
  })
  return call.operation === 'transaction' ? answered.catch(failWithIndex) : answered
}

/** A refused transaction names the operation that is the reason. */
function failWithIndex(error: unknown): never {
  throw withFirstIndex(error)
}

function namesBuiltIn(call: RecordCall | TransactionCall): boolean {
  return call.operation === 'transaction' ? call.steps.some(({ model }) => isBuiltIn(model)) : isBuiltIn(call.model)
}

/** Looks up the caller, or the user as whom the caller wants to see. */
async function requireCaller(
  token: string | undefined,
  { sessions, database }: Services,
  { seeAs: seen, onCaller }: RequestContext,
  quiet = false,
): Promise<Caller> {
  const caller = await sessions.require(token, quiet)
  if (seen === undefined) return caller
  onCaller(caller)
  return seeAs(caller, seen, database)
}

/** Refuses a call that changes something, after the caller is known: nobody else learns more than that. */
async function refuseSeeing(call: Call, services: Services, underway: RequestContext): Promise<never> {
  if (call.operation !== 'login' && call.operation !== 'logout') await requireCaller(call.token, services, underway)
  throw seesOnly()
}

function login(call: LoginCall, { sessions }: Services): Promise<Envelope> {
  return sessions.open(call).then(({ user, token }) => ({ ...toEnvelope([user]), session: token }))
}

function logout({ token, requestId }: LogoutCall, { sessions }: Services): Promise<Envelope> {
  return sessions.close(token, requestId).then(() => ({ ...toEnvelope([]), session: null }))
}
