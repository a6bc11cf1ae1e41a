import { createRecordRunners } from '../../src/batch/createRecordRunners.ts'
import type { ExecutionServices } from '../../src/execute/ExecutionServices.ts'
import { type LogicRun, runLogic } from '../../src/execute/logic/runLogic.ts'
import { Idempotency } from '../../src/idempotency/Idempotency.ts'
import type { Records } from '../../src/logic/Records.ts'
import type { Models } from '../../src/model/Models.ts'
import { serviceAuthorization } from '../../src/permission/Authorization.ts'
import { PageTokens } from '../../src/plan/pageToken.ts'
import { Database } from '../../src/postgres/Database.ts'
import type { DatabaseOptions } from '../../src/postgres/DatabaseOptions.ts'
import { Sender } from '../../src/outbound/Sender.ts'
import { createPasswords } from '../../src/session/createPasswords.ts'

/** What checks and hashes the passwords of users. */
export const passwords = await createPasswords()

/** What executing plans needs, on a database of a test, with the names of the statements that were sent. */
export function openServices(
  url: string,
  models: Models,
  options: Partial<DatabaseOptions> = {},
): ExecutionServices & { readonly sent: string[] } {
  const sent: string[] = []
  const database = new Database({
    url,
    poolSize: 10,
    connectTimeout: 30_000,
    queueTimeout: 30_000,
    statementTimeout: 30_000,
    preparedStatements: true,
    onStatement: (statement) => void sent.push(statement),
    ...options,
  })
  const answerLimit = 16 * 1024 ** 2
  return {
    sent,
    database,
    models,
    actionNames: [],
    jobs: new Map(),
    maxBulk: 1_000,
    answerLimit,
    sender: new Sender({ networks: [] }),
    tokens: new PageTokens(Buffer.alloc(32)),
    passwords,
    run: createRecordRunners(database, models, () => {}, { answerLimit, aggregateTimeout: 10_000 }),
    idempotency: new Idempotency({ find: async () => undefined, forget: async () => {}, settle: async () => {} }),
  }
}

/** Runs logic as the service itself, unless the options say otherwise. */
export function runAsService<T>(
  services: ExecutionServices,
  work: (records: Records) => Promise<T>,
  options: Partial<LogicRun<T>> = {},
): Promise<T> {
  const authorization = serviceAuthorization(services.models)
  const deadline = { at: performance.now() + 10_000, mayBeWritten: false }
  const usual = {
    name: 'test.logic',
    kind: 'action',
    requestId: 'r',
    statements: 50,
    timeout: 10_000,
  } as const
  return runLogic({ ...usual, authorization, deadline, ...options }, services, work)
}
