import { createRecordRunners } from '../batch/createRecordRunners.ts'
import type { ExecutionServices, Passwords } from '../execute/ExecutionServices.ts'
import { Idempotency } from '../idempotency/Idempotency.ts'
import type { HousekeepingOptions } from '../housekeeping/HousekeepingOptions.ts'
import type { Log } from '../request/log.ts'
import { type Logic, noLogic } from '../logic/Logic.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import { RoleRights } from '../permission/RoleRights.ts'
import { PageTokens } from '../plan/pageToken.ts'
import type { Database } from '../postgres/Database.ts'
import { Sender } from '../outbound/Sender.ts'
import type { Settings } from '../settings/Settings.ts'
import { createExecution } from '../work/createExecution.ts'
import type { Webhooks } from '../webhooks/Webhooks.ts'
import { BackgroundWork, type BackgroundWorkOptions } from '../work/BackgroundWork.ts'

type SettingOfWork = 'maxJobs' | 'workLease' | 'maxBulk' | 'answerLimit' | 'aggregateTimeout' | 'webhookNetworks'

/** What the work of a process is put together from. */
export interface CreateWorkOptions {
  readonly settings: Pick<Settings, SettingOfWork>
  readonly models: Models
  /** The logic that files declare beside the models; absent: none. */
  readonly logic?: Logic | undefined
  /** The roles that files declare beside the models; absent: none. */
  readonly roles?: readonly DeclaredRole[] | undefined
  readonly log: Log
  readonly passwords: Passwords
  /** 256 random bits. */
  newToken(): Uint8Array
  /** A random number from 0 to 1. */
  random(): number
}

/** What executes plans for the work of a process. It shares no batches with requests. */
export function createWorkServices(
  { settings, models, logic = noLogic, passwords, newToken }: Omit<CreateWorkOptions, 'random'>,
  database: Database,
): ExecutionServices & { readonly sender: Sender } {
  return {
    run: createRecordRunners(database, models, () => {}, settings),
    models,
    actionNames: [...logic.actions.keys()],
    jobs: logic.jobs,
    // No request is repeated here.
    idempotency: new Idempotency({ find: async () => undefined, forget: async () => {}, settle: async () => {} }),
    passwords,
    database,
    sender: new Sender({ networks: settings.webhookNetworks }),
    maxBulk: settings.maxBulk,
    tokens: new PageTokens(newToken(), 0),
    answerLimit: settings.answerLimit,
  }
}

/** Puts together what runs jobs, reactions and schedules. */
export function createWork(
  { settings, models, roles = [], logic = noLogic, log, newToken, random }: Omit<CreateWorkOptions, 'passwords'>,
  given: ExecutionServices,
  look?: BackgroundWorkOptions['look'],
): BackgroundWork {
  const services = { ...given, onJobsSent: () => work.wake() }
  const work = new BackgroundWork({
    services,
    logic,
    execution: createExecution(services, new RoleRights(roles, models), log),
    log,
    holder: Buffer.from(newToken()).toString('base64url'),
    lease: settings.workLease,
    maxJobs: settings.maxJobs,
    random,
    ...(look ? { look } : {}),
  })
  return work
}

/** Tells the parts of a process what its housekeeping sees in the database. They may be made later. */
export function tellOthers(
  parts: () => {
    readonly feed?: { onReleased(released: number): void }
    readonly work: Pick<BackgroundWork, 'onReleased'> | undefined
    readonly webhooks: Pick<Webhooks, 'onReleased' | 'onFree'> | undefined
  },
): Required<Pick<HousekeepingOptions, 'onReleased' | 'onLook'>> {
  return {
    onReleased: (released) => {
      const { feed, work, webhooks } = parts()
      feed?.onReleased(released)
      webhooks?.onReleased(released)
      work?.onReleased()
    },
    onLook: ({ areWebhooksFree }) => {
      if (areWebhooksFree) parts().webhooks?.onFree()
    },
  }
}
