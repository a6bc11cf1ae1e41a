import { createSecretKey } from 'node:crypto'
import { openByToken } from '../account/signIn/openByToken.ts'
import { toActionServices } from '../operations/action.ts'
import { type AnswerInTime, createAnswerInTime } from '../operations/answerInTime.ts'
import type { Services } from '../operations/Services.ts'
import { tooSlow } from '../batch/createAggregateRunner.ts'
import type { CountSearch } from '../batch/countSearches.ts'
import { createReadRunners, createRecordRunners } from '../batch/createRecordRunners.ts'
import { createRunner } from '../batch/createRunner.ts'
import { optionsOf } from '../batch/optionsOf.ts'
import type { TimeLimit } from '../call/Operation.ts'
import { Exports } from '../execute/exports/Exports.ts'
import { Feed } from '../feed/Feed.ts'
import { ReleasedMark } from '../feed/ReleasedMark.ts'
import { Idempotency } from '../idempotency/Idempotency.ts'
import { ChangeTokens } from '../plan/changeToken.ts'
import { PageTokens } from '../plan/pageToken.ts'
import { Throttle } from '../session/Throttle.ts'
import { createSessions } from '../session/createSessions.ts'
import {
  findResponseStatement,
  awaitStandbyStatement,
  deleteResponseStatement,
} from '../statement/service/responses.ts'
import { requireValue } from '../failure/invariant.ts'
import type { SearchUsage } from '../housekeeping/SearchUsage.ts'
import type { Database } from '../postgres/Database.ts'
import { WebhookScopes } from '../webhooks/StoredWebhook.ts'
import { createScim } from '../account/scim/Scim.ts'
import { createSignIns } from './createSignIns.ts'
import type { ProcessParts } from './ProcessParts.ts'
import { type Answer, toAnswer } from './toAnswer.ts'

/** What belongs to the database whose requests are answered. */
export interface AnswerOptions {
  readonly database: Database
  /** Runs the statements of requests that only read. */
  readonly reads: Pick<Database, 'run'>
  readonly signingKey: Uint8Array
  /** How often the database was restored to an earlier moment. */
  readonly epoch: number
  readonly searches: SearchUsage
  /** Called after the commit of a transaction that sent jobs. */
  onJobsSent(): void
  /** Moves the mark of the change feed. */
  release(): Promise<unknown>
}

/** What answers the requests to a database. */
export type Answering = ReturnType<typeof createAnswer>

/** Creates the function that answers requests, and the services that it uses. */
export function createAnswer(
  parts: ProcessParts,
  { database, reads, signingKey, epoch, searches, onJobsSent, release }: AnswerOptions,
) {
  const { settings, models, roles, logic, log, version, documents, rights, newToken, now, sender, recorder } = parts
  const { passwords, passwordChecker, ownMails, operations, signIn } = parts
  const throttle = new Throttle(database, settings)
  const { onSignIn } = recorder.signIns
  const signIns = createSignIns(parts, database)
  const sessions = createSessions({
    database,
    settings,
    throttle,
    passwords: passwordChecker,
    newToken,
    encryption: parts.encryption,
    passwordUse: signIn.options.passwords,
    onSignIn,
    openByToken: (token) => openByToken(token, { signIns, database, log, onSignIn }),
  })
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
  const tokens = new PageTokens(signingKey, epoch)
  const mark = new ReleasedMark(database, settings.releaseInterval)
  const feed = new Feed({ tokens: new ChangeTokens(signingKey), mark, maxStreams: settings.maxStreams, release })
  const exports = new Exports(settings)
  const callLimits = { maxLimit, signingKey: createSecretKey(signingKey) }
  const about = { limits: { maxLimit, maxBulk, bodyLimit: settings.bodyLimit }, version }
  const metadataServices = { models, declaredRoles: roles.map(({ name }) => name), documents, about }
  const actionServices = toActionServices({ logic, roles, models, log, actionTimeout: settings.actionTimeout })
  const sendsNotices = ownMails !== undefined
  const writeServices = {
    run,
    idempotency,
    passwords,
    database,
    tokens,
    sender,
    sendsNotices,
    onJobsSent,
    maxBulk,
    answerLimit,
  }
  const services: Services = {
    ...metadataServices,
    ...actionServices,
    ...writeServices,
    sessions,
    throttle,
    onLink: ({ purpose, result, userId }) => {
      recorder.onLink(purpose, result)
      if (userId !== undefined) log.info({ purpose, result, user: userId }, 'link by mail')
    },
    rights,
    scopes: new WebhookScopes(models, rights),
    newToken,
    feed,
    exports,
    reads,
    now,
    signIns,
    scim: createScim(signIn),
    encryption: parts.encryption,
    log,
    onSignIn,
  }
  const standbyServices: Services =
    reads === database
      ? services
      : { ...services, run: { ...run, ...createReadRunners(reads, models, countSearch, settings) } }
  const { requestTimeout, aggregateTimeout, exportTimeout } = settings
  const inTime: Record<TimeLimit, AnswerInTime> = {
    request: createAnswerInTime(requestTimeout),
    aggregate: createAnswerInTime(aggregateTimeout, () => tooSlow(aggregateTimeout)),
    export: createAnswerInTime(exportTimeout),
    action: createAnswerInTime(Math.max(requestTimeout, actionServices.longest)),
  }
  const answering = { callLimits, inTime, services, standbyServices, sessions, recorder }
  const answers = new Map<string, Answer>(operations.map((row) => [row.name, toAnswer(row, answering)]))
  const answer: Answer = (request, trace, observer) =>
    requireValue(answers.get(request.operation), 'The operation of a route')(request, trace, observer)
  return {
    answer,
    services,
    exports,
    stopWaiting: () => mark.stop(),
    onReleased: (released: number) => mark.tell(released),
    findUser: (token: string | undefined) => sessions.findUser(token),
  }
}
