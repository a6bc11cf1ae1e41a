import { createRecordRunners } from '../batch/createRecordRunners.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { Idempotency } from '../idempotency/Idempotency.ts'
import { sendableOf } from '../logic/Logic.ts'
import { RoleRights } from '../permission/RoleRights.ts'
import { PageTokens } from '../plan/pageToken.ts'
import type { Database } from '../postgres/Database.ts'
import type { Sender } from '../outbound/Sender.ts'
import { LogicRunner } from '../work/LogicRunner.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import { Mails } from '../work/mail/Mails.ts'
import { BackgroundWork, type BackgroundWorkOptions } from '../work/BackgroundWork.ts'
import type { PasswordChoice } from '../model/signIn/signIn.ts'
import type { ProcessParts } from './ProcessParts.ts'

/** What of a process its work is put together from. */
export type WorkParts = Pick<
  ProcessParts,
  | 'settings'
  | 'models'
  | 'roles'
  | 'logic'
  | 'log'
  | 'passwords'
  | 'sender'
  | 'newToken'
  | 'random'
  | 'mailer'
  | 'ownMails'
> & { readonly recorder?: Pick<Recorder, 'onMail'>; readonly passwordUse?: PasswordChoice | undefined }

/** What executes plans for the work of a process. It shares no batches with requests. */
export function createWorkServices(
  { settings, models, logic, passwords, sender, newToken, ownMails }: WorkParts,
  database: Database,
): ExecutionServices & { readonly sender: Sender } {
  return {
    run: createRecordRunners(database, models, () => {}, settings),
    models,
    actionNames: [...logic.actions.keys()],
    jobs: sendableOf(logic),
    // No request is repeated here.
    idempotency: new Idempotency({ find: async () => undefined, forget: async () => {}, settle: async () => {} }),
    passwords,
    database,
    sender,
    sendsNotices: ownMails !== undefined,
    maxBulk: settings.maxBulk,
    tokens: new PageTokens(newToken(), 0),
    answerLimit: settings.answerLimit,
  }
}

/** Puts together what runs jobs, reactions and schedules. */
export function createWork(
  { settings, models, roles, logic, log, newToken, random, mailer, ownMails, recorder, passwordUse }: WorkParts,
  given: ExecutionServices,
  look?: BackgroundWorkOptions['look'],
): BackgroundWork {
  const services = { ...given, onJobsSent: () => work.wake() }
  const work = new BackgroundWork({
    services,
    logic,
    runner: new LogicRunner(services, new RoleRights(roles, models), log),
    log,
    holder: Buffer.from(newToken()).toString('base64url'),
    lease: settings.workLease,
    maxJobs: settings.maxJobs,
    random,
    mails:
      mailer &&
      new Mails({
        mailer,
        database: given.database,
        models,
        rate: settings.mailRate,
        own: ownMails,
        passwordUse,
        onMail: (kind, result) => recorder?.onMail(kind, result),
      }),
    ...(look ? { look } : {}),
  })
  return work
}
