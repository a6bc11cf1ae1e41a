import { createRecordRunners } from '../../src/batch/createRecordRunners.ts'
import type { ExecutionServices } from '../../src/execute/ExecutionServices.ts'
import { Idempotency } from '../../src/idempotency/Idempotency.ts'
import type { Models } from '../../src/model/Models.ts'
import { PageTokens } from '../../src/plan/pageToken.ts'
import { Database } from '../../src/postgres/Database.ts'
import { Sender } from '../../src/send/Sender.ts'

/** What executing plans needs, on a database of a test, with the names of the statements that were sent. */
export function openServices(url: string, models: Models): ExecutionServices & { readonly sent: string[] } {
  const sent: string[] = []
  const database = new Database({
    url,
    poolSize: 10,
    connectTimeout: 30_000,
    queueTimeout: 30_000,
    statementTimeout: 30_000,
    preparedStatements: true,
    onStatement: (statement) => void sent.push(statement),
  })
  const answerLimit = 16 * 1024 ** 2
  return {
    sent,
    database,
    models,
    actionNames: [],
    maxBulk: 1_000,
    answerLimit,
    sender: new Sender({ networks: [] }),
    tokens: new PageTokens(Buffer.alloc(32)),
    run: createRecordRunners(database, models, () => {}, { answerLimit, aggregateTimeout: 10_000 }),
    idempotency: new Idempotency({ find: async () => undefined, forget: async () => {}, settle: async () => {} }),
  }
}
