import { createSecretKey } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { answer, type RequestContext } from '../operations/answer.ts'
import { toActionServices } from '../operations/answerAction.ts'
import { createAnswerInTime } from '../operations/answerInTime.ts'
import { tooSlow } from '../batch/createAggregateRunner.ts'
import type { CountSearch } from '../batch/countSearches.ts'
import { createReadRunners, createRecordRunners } from '../batch/createRecordRunners.ts'
import { createRunner } from '../batch/createRunner.ts'
import { optionsOf } from '../batch/optionsOf.ts'
import type { Request } from '../call/Request.ts'
import { tryParseCall } from '../call/parseCall.ts'
import type { Passwords } from '../execute/ExecutionServices.ts'
import { Feed } from '../feed/Feed.ts'
import { ReleasedMark } from '../feed/ReleasedMark.ts'
import { Idempotency } from '../idempotency/Idempotency.ts'
import type { Documents } from '../openapi/Documents.ts'
import { type Logic, noLogic } from '../logic/Logic.ts'
import type { Log } from '../request/log.ts'
import { RightsCache } from '../permission/RightsCache.ts'
import type { Sender } from '../outbound/Sender.ts'
import { ChangeTokens } from '../plan/changeToken.ts'
import { PageTokens } from '../plan/pageToken.ts'
import { createSessions } from '../session/createSessions.ts'
import {
  findResponseStatement,
  awaitStandbyStatement,
  deleteResponseStatement,
} from '../statement/service/responses.ts'
import { Failure } from '../failure/failure.ts'
import type { SearchUsage } from '../housekeeping/SearchUsage.ts'
import type { Trace } from '../request/requestMembers.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import type { Models } from '../model/Models.ts'
import { bothOf, type OnStage } from '../request/timeStages.ts'
import type { DeclaredRole } from '../model/role.ts'
import type { Database } from '../postgres/Database.ts'
import type { Settings } from '../settings/Settings.ts'
import { WebhookScopes } from '../webhooks/StoredWebhook.ts'

/** What `createAnswer` needs. */
export interface AnswerOptions {
  readonly settings: Settings
  readonly models: Models
  /** The roles that files declare beside the models; absent: none. */
  readonly roles?: readonly DeclaredRole[]
  /** The logic that files declare beside the models; absent: none. */
  readonly logic?: Logic
  readonly log: Log
  readonly version: string
  /** The number of cores that this process may use; all cores of the machine if absent. */
  readonly cores?: number
  readonly documents: Documents
  readonly signingKey: Uint8Array
  /** How often the database was restored to an earlier moment. */
  readonly epoch: number
  /** The sender of the process: there is one, so that its look-ups of names share their bound. */
  readonly sender: Sender
  readonly recorder: Recorder
  readonly passwords: Passwords
  /** Called after the commit of a transaction that sent jobs. */
  onJobsSent(): void
  /** 256 random bits. */
  newToken(): Uint8Array
  /** The time of day, in milliseconds since 1970. */
  now(): number
}

/** Creates the function that answers a parsed request with an envelope. */
export function createAnswer(
  {
    settings,
    models,
    roles = [],
    logic = noLogic,
    log,
    version,
    documents,
    newToken,
    now,
    signingKey,
    epoch,
    sender,
    recorder,
    passwords,
    onJobsSent,
    cores = availableParallelism(),
  }: AnswerOptions,
  { database, reads }: { readonly database: Database; readonly reads: Pick<Database, 'run'> },
  searches: SearchUsage,
) {
  const sessions = createSessions(database, settings, cores, newToken)
  const { keyLifetime, maxLimit, maxBulk, answerLimit } = settings
  const idempotency = new Idempotency({
    find: createRunner(findResponseStatement(keyLifetime), database, models),
    forget: async (key) => {
      await database.run(deleteResponseStatement(key, keyLifetime), 'write')
    },
    settle: async ({ authorization }) => {
      await database.run(awaitStandbyStatement(), 'write', optionsOf([authorization]))
    },
  })
  const countSearch: CountSearch = (...used) => searches.add(...used)
  const run = createRecordRunners(database, models, countSearch, settings)
  const rights = new RightsCache(models)
  const tokens = new PageTokens(signingKey, epoch)
  const mark = new ReleasedMark(database, settings.releaseInterval)
  const feed = new Feed({ tokens: new ChangeTokens(signingKey), mark, maxStreams: settings.maxStreams })
  const callLimits = { maxLimit, signingKey: createSecretKey(signingKey) }
  const about = { limits: { maxLimit, maxBulk, bodyLimit: settings.bodyLimit }, version }
  const described = { models, declaredRoles: roles.map(({ name }) => name), documents, about }
  const ofActions = toActionServices({ logic, roles, models, log, actionTimeout: settings.actionTimeout })
  const running = { run, idempotency, passwords, database, tokens, sender, onJobsSent, maxBulk, answerLimit }
  const scopes = new WebhookScopes(models, rights)
  const services = { ...described, ...ofActions, ...running, sessions, rights, scopes, newToken, feed, reads, now }
  const reading =
    reads === database
      ? services
      : { ...services, run: { ...run, ...createReadRunners(reads, models, countSearch, settings) } }
  const { requestTimeout, aggregateTimeout } = settings
  const answerInTime = createAnswerInTime(requestTimeout)
  const aggregate = createAnswerInTime(aggregateTimeout, () => tooSlow(aggregateTimeout))
  const inTime = { aggregate, action: createAnswerInTime(Math.max(requestTimeout, ofActions.longest)) } as const
  const answerRequest = (request: Request, trace: Trace, observer: RequestObserver) => {
    const call = tryParseCall(request, callLimits)
    const { operation } = request
    const wait = !(call instanceof Failure) && call.operation === 'changes' ? call.wait : 0
    return (operation in inTime ? inTime[operation as keyof typeof inTime] : answerInTime)(
      operation,
      (deadline) => {
        if (!(call instanceof Failure)) {
          const onStage = bothOf(recorder.sampleStages(), observer.onStage)
          const context = { deadline, seeAs: request.seeAs, onStage, ...reportTo(trace, observer) }
          return answer(call, readingOperations.has(operation) ? reading : services, context)
        }
        const isPublic = operation === 'login' || operation === 'logout'
        return isPublic ? Promise.reject(call) : sessions.refuse(request.token, call)
      },
      wait,
    )
  }
  return {
    answer: answerRequest,
    services,
    stopWaiting: () => mark.stop(),
    onReleased: (released: number) => mark.tell(released),
    findUser: (token: string | undefined) => sessions.findUser(token),
  }
}

/**
 * The operations that a standby may answer. Changes are not among them: their released mark is committed
 * asynchronously, so that a standby could show an older one than was seen before. Writes read on the primary, too.
 */
const readingOperations: ReadonlySet<Request['operation']> = new Set([
  'find',
  'search',
  'aggregate',
  'read',
  'history',
  'deleted',
  'searchAll',
])

/** What learns of a request while it is answered. */
interface RequestObserver {
  onUser(user: number): void
  isGone(): boolean
  onGone(listener: () => void): void
  onWait(): void
  readonly onStage?: OnStage | undefined
}

/** Reports what becomes known about a request to the log and to the load limiter. */
function reportTo(trace: Trace, { onUser, onStage: _, ...others }: RequestObserver): Omit<RequestContext, 'deadline'> {
  return {
    ...others,
    onCaller: ({ username, userId, seenBy }) => {
      trace.user = seenBy?.username ?? username
      if (seenBy) trace.seeAs = username
      onUser(seenBy?.userId ?? userId)
    },
    onModel: ({ name }) => {
      trace.model = name
    },
    onAction: ({ name }) => {
      trace.action = name
    },
  }
}
