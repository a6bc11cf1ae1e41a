import { createSecretKey } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { toActionServices } from '../operations/action.ts'
import { type AnswerInTime, createAnswerInTime } from '../operations/answerInTime.ts'
import type { Services } from '../operations/Services.ts'
import { operations } from '../operations/table.ts'
import { tooSlow } from '../batch/createAggregateRunner.ts'
import type { CountSearch } from '../batch/countSearches.ts'
import { createReadRunners, createRecordRunners } from '../batch/createRecordRunners.ts'
import { createRunner } from '../batch/createRunner.ts'
import { optionsOf } from '../batch/optionsOf.ts'
import type { TimeLimit } from '../call/Operation.ts'
import type { Passwords } from '../execute/ExecutionServices.ts'
import { Feed } from '../feed/Feed.ts'
import { ReleasedMark } from '../feed/ReleasedMark.ts'
import { toRoutes } from '../http/routes.ts'
import { Idempotency } from '../idempotency/Idempotency.ts'
import { Documents } from '../openapi/Documents.ts'
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
import type { SearchUsage } from '../housekeeping/SearchUsage.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import type { Database } from '../postgres/Database.ts'
import type { Settings } from '../settings/Settings.ts'
import { toServed } from './toServed.ts'
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
  /** The name of the session cookie. */
  readonly cookie: string
  /** Whether the public address is https. */
  readonly isSecure: boolean
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

/** Creates the routes of the service, with the functions that answer their requests. */
export function createAnswer(
  {
    settings,
    models,
    roles = [],
    logic = noLogic,
    log,
    version,
    cookie,
    isSecure,
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
  const documents = new Documents({ version, logic, operations, cookie, isSecure, limits: settings })
  const metadataServices = { models, declaredRoles: roles.map(({ name }) => name), documents, about }
  const actionServices = toActionServices({ logic, roles, models, log, actionTimeout: settings.actionTimeout })
  const writeServices = { run, idempotency, passwords, database, tokens, sender, onJobsSent, maxBulk, answerLimit }
  const services: Services = {
    ...metadataServices,
    ...actionServices,
    ...writeServices,
    sessions,
    rights,
    scopes: new WebhookScopes(models, rights),
    newToken,
    feed,
    reads,
    now,
  }
  const standbyServices: Services =
    reads === database
      ? services
      : { ...services, run: { ...run, ...createReadRunners(reads, models, countSearch, settings) } }
  const { requestTimeout, aggregateTimeout } = settings
  const inTime: Record<TimeLimit, AnswerInTime> = {
    request: createAnswerInTime(requestTimeout),
    aggregate: createAnswerInTime(aggregateTimeout, () => tooSlow(aggregateTimeout)),
    action: createAnswerInTime(Math.max(requestTimeout, actionServices.longest)),
  }
  const serving = { callLimits, inTime, services, standbyServices, sessions, recorder }
  return {
    routes: toRoutes(operations.map((operation) => toServed(operation, serving))),
    services,
    stopWaiting: () => mark.stop(),
    onReleased: (released: number) => mark.tell(released),
    findUser: (token: string | undefined) => sessions.findUser(token),
  }
}
