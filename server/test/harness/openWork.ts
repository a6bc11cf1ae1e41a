import { runLogic } from '../../src/execute/logic/runLogic.ts'
import type { Job } from '../../src/model/builtIn/Job.ts'
import type { RecordOf } from '../../src/model/declare.ts'
import { createLog } from '../../src/request/log.ts'
import { loadLogic } from '../../src/logic/loadLogic.ts'
import { sendableOf } from '../../src/logic/Logic.ts'
import type { Records } from '../../src/logic/Records.ts'
import type { LogicDeclaration } from '../../src/logic/toLogic.ts'
import type { DeclaredRole } from '../../src/model/role.ts'
import { RoleRights } from '../../src/permission/RoleRights.ts'
import type { Models } from '../../src/model/Models.ts'
import { serviceAuthorization } from '../../src/permission/Authorization.ts'
import type { Database } from '../../src/postgres/Database.ts'
import type { Mails } from '../../src/work/mail/Mails.ts'
import { LogicRunner } from '../../src/work/LogicRunner.ts'
import { BackgroundWork, type BackgroundWorkOptions } from '../../src/work/BackgroundWork.ts'
import type { Client } from './client.ts'
import { recordsOf } from './client.ts'
import { openServices } from './logicServices.ts'

/** The record of a job. */
export type JobRecord = RecordOf<typeof Job>

/** The work of one process, without its requests. */
export interface OpenWork {
  readonly work: BackgroundWork
  readonly services: ReturnType<typeof openServices>
  /** Does all that is due. */
  settle(): Promise<number>
  /** Runs logic as the service itself, in one transaction. */
  transact<T>(run: (records: Records) => Promise<T>, requestId?: string): Promise<T>
  close(): Promise<void>
}

interface WorkOptions extends Partial<BackgroundWorkOptions> {
  readonly roles?: readonly DeclaredRole[]
  /** What sends mails; none are sent if absent. */
  readonly toMails?: (database: Database) => Mails
}

/** Opens the work of a process with some logic and its roles. */
export function openWork(
  url: string,
  models: Models,
  declarations: readonly LogicDeclaration[],
  { roles = [], toMails, ...options }: WorkOptions = {},
): OpenWork {
  const loaded = declarations.map((declaration) => ({ file: 'test.ts', declaration }))
  const { logic } = loadLogic(loaded, { models, roles })
  const services = { ...openServices(url, models), jobs: sendableOf(logic) }
  const log = createLog({ level: 'silent', fileDescriptor: 2, onExit: () => {} })
  const work = new BackgroundWork({
    services,
    logic,
    runner: new LogicRunner(services, new RoleRights(roles, models), log),
    log,
    holder: `test ${Math.random()}`,
    lease: 30_000,
    maxJobs: 8,
    random: () => 0.5,
    mails: toMails?.(services.database),
    ...options,
  })
  return {
    work,
    services,
    settle: async () => (await work.settle()).rounds,
    transact: (run, requestId = 'test') => {
      const deadline = { at: performance.now() + 60_000, mayBeWritten: false }
      const base = {
        name: 'test.send',
        kind: 'action',
        requestId,
        statements: 1000,
        deadline,
        timeout: 60_000,
      } as const
      return runLogic({ ...base, authorization: serviceAuthorization(models) }, services, run)
    },
    close: async () => {
      await work.close(0)
      services.database.close()
    },
  }
}

/** The jobs as an administrator sees them, by id. */
export async function jobsOf(client: Client, name: string): Promise<JobRecord[]> {
  const reply = await client.exchange('POST', '/ws/rest/tabularium.Job/search', {
    body: { data: { criteria: [{ fieldName: 'name', operator: '=', value: name }] }, limit: 1000, fields: allFields },
  })
  return recordsOf(reply) as unknown as JobRecord[]
}

const allFields = [
  'name',
  'kind',
  'state',
  'input',
  'dueOn',
  'progress',
  'note',
  'tries',
  'failures',
  'error',
  'steps',
  'requestId',
  'keyId',
  'createdBy',
]
