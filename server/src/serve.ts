import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Access } from './access/Access.ts'
import { answer } from './answer.ts'
import { createRecordRunners } from './batch/createRecordRunners.ts'
import { createRunner } from './batch/createRunner.ts'
import { readCall } from './call/readCall.ts'
import { createClientAddress } from './http/clientAddress.ts'
import { sessionCookie } from './http/cookie.ts'
import type { Trace } from './http/AppOptions.ts'
import { createApp } from './http/createApp.ts'
import { createHealth } from './http/createHealth.ts'
import { watchConnections } from './http/watchConnections.ts'
import type { Request } from './call/Request.ts'
import { Housekeeping } from './housekeeping/Housekeeping.ts'
import { SearchNotes } from './housekeeping/SearchNotes.ts'
import type { Log } from './log.ts'
import type { Models } from './model/Models.ts'
import { Once } from './once/Once.ts'
import { Database } from './postgres/Database.ts'
import { findDifference } from './schema/findDifference.ts'
import { createSessions } from './session/createSessions.ts'
import { hashPassword } from './session/password.ts'
import { RightsBook } from './permission/RightsBook.ts'
import { findPasswordFault } from './session/passwordRules.ts'
import { readCommonPasswords } from './session/readCommonPasswords.ts'
import type { Settings } from './settings/Settings.ts'
import { answerStatement, forgetAnswerStatement } from './statement/answers.ts'

export interface ServeOptions {
  readonly settings: Settings
  readonly models: Models
  readonly log: Log
  newRequestId(): string
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** A service that runs. */
export interface RunningService {
  readonly url: string
  readonly healthUrl: string
  /** Stops without failing a request: says not ready, goes on for a while, finishes what is under way, and ends. */
  drain(): Promise<void>
}

/** The database is not as the models want it; the message says which command mends it. */
export class SchemaDiffers extends Error {
  override readonly name = 'SchemaDiffers'
}

/** Starts the service. It never changes the schema: where the database differs from the models it refuses. */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { settings, models, log } = options
  const database = openDatabase(settings, log)
  try {
    const difference = await findDifference((statement) => database.query(statement), models)
    if (difference !== undefined) throw new SchemaDiffers(difference)
    return await listen(options, database)
  } catch (error) {
    database.close()
    throw error
  }
}

async function listen(options: ServeOptions, database: Database): Promise<RunningService> {
  const { settings, models, log } = options
  let draining = false
  const searches = new SearchNotes()
  const answerRequest = createAnswer(options, database, searches, await createAccess(options))
  const allowedOrigins = new Set(settings.origins)
  const app = createApp({
    listedOrigins: new Set(settings.origins),
    allowedOrigins,
    secure: isSecure(settings),
    cookie: sessionCookie(isSecure(settings)),
    bodyLimit: settings.bodyLimit,
    clientAddress: createClientAddress(settings.trustProxy),
    log,
    newRequestId: options.newRequestId,
    isDraining: () => draining,
    answer: answerRequest,
  })
  const closeConnections = watchConnections(app.server)
  const { foldInterval, keyLifetime, sessionIdle: idle, sessionLifetime: lifetime } = settings
  const sessions = { idle, lifetime }
  const housekeeping = new Housekeeping({ database, models, log, foldInterval, keyLifetime, sessions, searches })
  const health = createHealth({
    findObstacle: async () => (draining ? 'The process is about to end.' : findObstacle(database, models)),
    findStatus: async () => ({ draining, fold: await housekeeping.findStatus() }),
  })
  await housekeeping.prepare()
  const url = await app.listen({ host: settings.host, port: settings.port })
  for (const origin of ownOrigins(settings, new URL(url).port)) allowedOrigins.add(origin)
  health.listen({ host: settings.healthHost, port: settings.healthPort })
  await once(health, 'listening').catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  housekeeping.start()
  return {
    url,
    healthUrl: toUrl(health.address()),
    drain: async () => {
      draining = true
      const tidied = housekeeping.stop()
      await wait(settings.drainDelay)
      const stopClosing = closeConnections(settings.drainTimeout)
      await app.close()
      stopClosing()
      await tidied
      await housekeeping.finish()
      database.close()
      health.closeAllConnections()
      health.close()
    },
  }
}

/** The way of a request from what `http` took apart to its envelope. */
function createAnswer(
  { settings, models, newToken }: ServeOptions,
  database: Database,
  searches: SearchNotes,
  access: Access,
) {
  const sessions = createSessions(database, settings, newToken)
  const { keyLifetime } = settings
  const once = new Once({
    find: createRunner(answerStatement(keyLifetime), database, models),
    forget: async (key) => void (await database.run(forgetAnswerStatement(key, keyLifetime), 'write')),
  })
  const run = createRecordRunners(database, models, (...noted) => searches.note(...noted))
  const rights = new RightsBook(models)
  const house = { models, sessions, rights, access, run, once, database, maxBulk: settings.maxBulk }
  return async (request: Request, trace: Trace) => {
    const call = readCall(request, settings)
    return answer(call, {
      ...house,
      note: ({ caller, model }) => {
        if (caller) trace.user = caller.username
        if (model) trace.model = model.name
      },
    })
  }
}

async function createAccess({ newToken }: ServeOptions): Promise<Access> {
  const common = await readCommonPasswords()
  return { findPasswordFault: (...chosen) => findPasswordFault(...chosen, common), hashPassword, newToken }
}

function openDatabase(settings: Settings, log: Log): Database {
  if (settings.databaseUrl === undefined) throw new TypeError('The setting databaseUrl is required here.')
  return new Database({
    url: settings.databaseUrl,
    poolSize: settings.poolSize,
    connectTimeout: settings.connectTimeout,
    queueTimeout: settings.queueTimeout,
    statementTimeout: settings.statementTimeout,
    preparedStatements: settings.preparedStatements,
    onChange: (reachable, cause) =>
      reachable ? log.info('the database is back') : log.warn({ err: cause }, 'the database cannot be reached'),
  })
}

async function findObstacle(database: Database, models: Models): Promise<string | undefined> {
  try {
    return await findDifference((statement) => database.query(statement), models, { vitalOnly: true })
  } catch {
    return 'The database cannot be reached.'
  }
}

function isSecure({ publicUrl }: Settings): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/** Ours is the public address; without one, this machine under each of its names. */
function ownOrigins({ publicUrl }: Settings, port: string): string[] {
  if (publicUrl) return [new URL(publicUrl).origin]
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin)
}

function toUrl(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new TypeError('A server that listens has an address.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
