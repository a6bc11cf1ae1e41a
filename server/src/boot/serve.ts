import { setTimeout as wait } from 'node:timers/promises'
import { createMetricsCollector } from '../health/collectMetrics.ts'
import { createAnswer } from './createAnswer.ts'
import { createWork, createWorkServices, tellOthers } from './createWork.ts'
import { checkReadiness } from '../health/checkReadiness.ts'
import { findStatus } from '../health/findStatus.ts'
import { ByteBudget } from '../http/overload/ByteBudget.ts'
import { createClientAddress } from '../http/clientAddress.ts'
import type { ConsoleExtension } from '../http/console/ConsoleExtension.ts'
import { readConsole } from '../http/console/readConsole.ts'
import { sessionCookie } from '../http/cookie.ts'
import { createApp } from '../http/createApp.ts'
import { createBodyQueue } from '../http/overload/createBodyQueue.ts'
import { readScalar } from '../http/docs/readScalar.ts'
import { LoadLimiter } from '../http/overload/LoadLimiter.ts'
import { type HealthChecks, openHealth } from '../health/openHealth.ts'
import { shareCheck } from '../health/shareCheck.ts'
import { isSecure, ownOrigins } from '../http/ownOrigins.ts'
import { openTracing } from '../http/tracing/openTracing.ts'
import { watchConnections } from '../http/watchConnections.ts'
import { Housekeeping } from '../housekeeping/Housekeeping.ts'
import { SearchUsage } from '../housekeeping/SearchUsage.ts'
import type { Log } from '../request/log.ts'
import type { Logic } from '../logic/Logic.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import { openReads, startOnDatabase } from './openDatabase.ts'
import type { Database } from '../postgres/Database.ts'
import { createPasswords } from '../session/createPasswords.ts'
import type { Settings } from '../settings/Settings.ts'
import { epochStatement, toEpoch } from '../statement/service/epochs.ts'
import { toSigningKey, signingKeyStatement } from '../statement/service/secrets.ts'
import type { BackgroundWork } from '../work/BackgroundWork.ts'
import { startWebhooks } from '../webhooks/startWebhooks.ts'

/** What a service needs to start. */
export interface ServeOptions {
  readonly settings: Settings
  readonly models: Models
  /** The roles that files declare beside the models; absent: none. */
  readonly roles?: readonly DeclaredRole[]
  /** The logic that files declare beside the models; absent: none. */
  readonly logic?: Logic
  readonly log: Log
  /** The folder of the built console; absent: where its build puts it. */
  readonly consoleFolder?: string
  /** What the demo adds to the console. */
  readonly extension?: ConsoleExtension
  /** Whether answers to internal errors say what happened: while an application is developed. */
  readonly explainErrors?: boolean
  /** Whether to serve although steps of the migration are missing that this process can do without. */
  readonly allowPendingSteps?: boolean
  /** The number of cores that this process may use; all cores of the machine if absent. */
  readonly cores?: number
  /** The working folder, where packages for optional pages may be installed. */
  readonly folder?: string
  /** The version of this program. */
  readonly version: string
  newRequestId(): string
  /** 256 random bits. */
  newToken(): Uint8Array
  /** The time of day, in milliseconds since 1970. */
  now(): number
  /** A random number from 0 to 1. */
  random(): number
}

/** A running service and its health checks. */
export interface RunningService extends HealthChecks {
  readonly url: string
  /** Runs reactions, jobs and schedules until nothing is left: for tests, without the setting `work`. */
  readonly settle: BackgroundWork['settle']
  /**
   * Stops without failing a request: reports not ready, waits for a while, finishes the requests under way, and ends.
   */
  drain(delay?: number): Promise<void>
}

/** Starts the service with its health port. */
export async function serve(options: ServeOptions): Promise<RunningService & { readonly healthUrl: string }> {
  const { healthHost: host, healthPort: port } = options.settings
  const service = await startService(options)
  const health = await openHealth(service, { host, port }).catch(async (error: unknown) => {
    await service.drain(0)
    throw error
  })
  const drain = async () => {
    await service.drain()
    health.close()
  }
  return { ...service, healthUrl: health.url, drain }
}

/** Starts the service without its health port. */
export function startService(options: ServeOptions): Promise<RunningService> {
  const reading = readParts(options)
  // If the start fails before it needs them, nobody waits for them.
  reading.catch(() => {})
  return startOnDatabase(options, async (database, recorder) => listen(options, database, recorder, await reading))
}

/** What is read from the disk while the database answers. */
async function readParts(options: ServeOptions) {
  const { settings, folder, version, now } = options
  const [files, scalar, startSpan] = await Promise.all([
    settings.console ? readConsole(options) : undefined,
    folder === undefined ? undefined : readScalar(folder),
    openTracing(version, now),
  ])
  return { console: settings.console ? (files ?? 'missing') : undefined, scalar, startSpan } as const
}

/** The memory for answers that clients have not read yet, and for the bodies that they send. */
const maxUnreadBytes = 96 * 2 ** 20
const maxReceivedBytes = 128 * 2 ** 20

async function listen(
  options: ServeOptions,
  database: Database,
  recorder: Recorder,
  read: Awaited<ReturnType<typeof readParts>>,
): Promise<RunningService> {
  const { settings, models, log } = options
  let draining = false
  const isDraining = () => draining
  const searches = new SearchUsage()
  const signingKey = toSigningKey(await database.run(signingKeyStatement(), 'read'))
  const epoch = toEpoch(await database.run(epochStatement(), 'read'))
  const secure = isSecure(settings.publicUrl)
  const cookie = sessionCookie(secure)
  const passwords = await createPasswords()
  const working = createWorkServices({ ...options, passwords }, database)
  const work = createWork(options, working, (names) => housekeeping.look(names))
  const sent = { sender: working.sender, onJobsSent: () => work.wake() }
  const shown = { cookie: cookie.name, isSecure: secure }
  const parts = { ...options, ...sent, ...shown, signingKey, epoch, recorder, passwords }
  const databases = openReads(options, recorder, database)
  const { services, ...answering } = createAnswer(parts, databases, searches)
  const allowedOrigins = new Set(settings.origins)
  const limiter = new LoadLimiter(settings)
  const app = createApp({
    version: options.version,
    listedOrigins: new Set(settings.origins),
    allowedOrigins,
    secure,
    cookie,
    bodyLimit: settings.bodyLimit,
    explainErrors: options.explainErrors,
    ...read,
    extension: options.extension,
    clientAddress: createClientAddress(settings.trustProxy),
    log,
    recorder,
    serverTiming: settings.serverTiming,
    limiter,
    answers: new ByteBudget(maxUnreadBytes),
    bodies: new ByteBudget(Math.max(maxReceivedBytes, settings.bodyLimit * 4)),
    awaitBodyTurn: createBodyQueue(),
    newRequestId: options.newRequestId,
    isDraining,
    ...answering,
  })
  const closeConnections = watchConnections(app.server)
  let webhooks: ReturnType<typeof startWebhooks> | undefined
  const told = tellOthers(() => ({ feed: answering, work, webhooks }))
  const housekeeping: Housekeeping = new Housekeeping({ ...settings, database, models, log, searches, ...told })
  await housekeeping.prepare()
  const url = await app.listen({ host: settings.host, port: settings.port })
  for (const origin of ownOrigins(settings.publicUrl, new URL(url).port)) allowedOrigins.add(origin)
  housekeeping.start()
  webhooks = settings.work ? startWebhooks(services, { ...options, recorder }) : undefined
  if (settings.work) work.start()
  const reactions = [...(options.logic?.reactions.keys() ?? [])]
  const metrics = createMetricsCollector({ ...parts, ...databases, limiter, housekeeping, reactions, isDraining })
  const checkOnce = shareCheck(() => checkReadiness(database, models, epoch))
  return {
    url,
    checkReadiness: async () => (draining ? 'The process is about to end.' : checkOnce()),
    findStatus: () => findStatus({ limiter, housekeeping, database, reactions, isDraining }),
    findMetrics: () => metrics.collect(),
    settle: (at) => work.settle(at),
    drain: async (delay = settings.drainDelay) => {
      draining = true
      const stopped = Promise.all([housekeeping.stop(), webhooks?.close(), work.close(settings.drainTimeout)])
      await wait(delay)
      answering.stopWaiting()
      const stopClosing = closeConnections(settings.drainTimeout)
      await app.close()
      stopClosing()
      await stopped
      await housekeeping.finish()
      metrics.close()
      databases.standbys?.close()
      database.close()
    },
  }
}
