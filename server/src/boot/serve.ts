import { setTimeout as wait } from 'node:timers/promises'
import { ByteBudget } from '../http/overload/ByteBudget.ts'
import { createClientAddress } from '../http/clientAddress.ts'
import type { ConsoleExtension } from '../http/console/ConsoleExtension.ts'
import { readConsole } from '../http/console/readConsole.ts'
import { toChallenge } from '../http/toChallenge.ts'
import { sessionCookie } from '../http/cookie.ts'
import { createApp } from '../http/createApp.ts'
import { createBodyQueue } from '../http/overload/createBodyQueue.ts'
import { readScalar } from '../http/docs/readScalar.ts'
import { type HealthChecks, openHealth } from '../health/openHealth.ts'
import { isSecure, ownOrigins } from '../http/ownOrigins.ts'
import { openTracing } from '../http/tracing/openTracing.ts'
import { toRoutes } from '../http/routes.ts'
import { watchConnections } from '../http/watchConnections.ts'
import type { Log } from '../request/log.ts'
import type { Logic } from '../logic/Logic.ts'
import type { SignInOptions } from '../model/signIn/signIn.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import type { Settings } from '../settings/Settings.ts'
import type { ProcessParts } from '../tenant/ProcessParts.ts'
import { Tenant } from '../tenant/Tenant.ts'
import type { BackgroundWork } from '../work/BackgroundWork.ts'
import type { Mailer } from '../work/mail/Mailer.ts'
import { createHealthChecks } from './createHealthChecks.ts'
import { createProcessParts } from './createProcessParts.ts'

/** What a service needs to start. */
export interface ServeOptions {
  readonly settings: Settings
  readonly models: Models
  /** The roles that files declare next to the models; absent: none. */
  readonly roles?: readonly DeclaredRole[]
  /** The logic that files declare next to the models; absent: none. */
  readonly logic?: Logic
  /** How people log in; absent: with passwords alone. */
  readonly signIn?: SignInOptions
  readonly log: Log
  /** Sends mails instead of a mail server. */
  readonly mailer?: Mailer | undefined
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
export async function startService(options: ServeOptions): Promise<RunningService> {
  const reading = readFiles(options)
  // If the start fails before it needs them, nobody waits for them.
  reading.catch(() => {})
  const parts = await createProcessParts(options)
  const tenant = await Tenant.open(parts, options)
  try {
    return await listen(options, parts, tenant, await reading)
  } catch (error) {
    await tenant.close()
    throw error
  }
}

/** What is read from the disk while the database answers. */
async function readFiles(options: ServeOptions) {
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
  parts: ProcessParts,
  tenant: Tenant,
  files: Awaited<ReturnType<typeof readFiles>>,
): Promise<RunningService> {
  const { settings, version, log, recorder, newRequestId } = parts
  const secure = isSecure(settings.publicUrl)
  const allowedOrigins = new Set(settings.origins)
  let draining = false
  const isDraining = () => draining
  const app = createApp({
    version,
    listedOrigins: new Set(settings.origins),
    allowedOrigins,
    secure,
    cookie: sessionCookie(secure),
    challenge: toChallenge(
      parts.signIn.origin,
      parts.signIn.options.providers.some(({ accessTokens }) => accessTokens !== undefined),
    ),
    bodyLimit: settings.bodyLimit,
    explainErrors: options.explainErrors,
    ...files,
    extension: options.extension,
    clientAddress: createClientAddress(settings.trustProxy),
    log,
    recorder,
    serverTiming: settings.serverTiming,
    routes: toRoutes(parts.operations),
    tenant,
    answers: new ByteBudget(maxUnreadBytes),
    bodies: new ByteBudget(Math.max(maxReceivedBytes, settings.bodyLimit * 4)),
    awaitBodyTurn: createBodyQueue(),
    newRequestId,
    isDraining,
  })
  const closeConnections = watchConnections(app.server)
  const url = await app.listen({ host: settings.host, port: settings.port })
  for (const origin of ownOrigins(settings.publicUrl, new URL(url).port)) allowedOrigins.add(origin)
  tenant.start(settings)
  const health = createHealthChecks(parts, tenant, isDraining)
  return {
    ...health.checks,
    url,
    settle: (at) => tenant.work.settle(at),
    drain: async (delay = settings.drainDelay) => {
      draining = true
      // What runs besides requests ends at once; requests are answered until load balancers have noticed.
      const stopped = tenant.stop()
      await wait(delay)
      tenant.stopWaiting()
      const stopClosing = closeConnections(settings.drainTimeout)
      await app.close()
      stopClosing()
      await stopped
      await tenant.close()
      health.close()
    },
  }
}
