import type { Model } from '../model/Model.ts'
import type { Database } from '../postgres/Database.ts'
import type { NamedSql } from '../sql/sql.ts'
import { sweepAttemptsStatement } from '../statement/service/attempts.ts'
import { sweepPendingLoginsStatement, sweepRecoveryCodesStatement } from '../statement/service/factors.ts'
import { sweepJobsStatement } from '../statement/service/jobEnds.ts'
import { sweepRequestsStatement } from '../statement/service/linkOrders.ts'
import { sweepLinksStatement } from '../statement/service/mailLinks.ts'
import { prepareJournalStatement, trimBatch, trimJournalStatement } from '../statement/service/journalKeeping.ts'
import { sweepLoginStatesStatement } from '../statement/service/loginStates.ts'
import { sweepResponsesStatement } from '../statement/service/responses.ts'
import { sweepSignInsStatement } from '../statement/service/signIns.ts'
import { sweepSearchesStatement } from '../statement/service/searches.ts'
import { sweepSessionsStatement } from '../statement/service/sessionWrites.ts'
import { sweepUsedTokensStatement } from '../statement/service/usedTokens.ts'
import { sweepWebhooksStatement } from '../statement/service/webhooks.ts'
import type { HousekeepingOptions } from './HousekeepingOptions.ts'

const monthsAhead = 3

/** Creates the journal's partitions for the current and the next months. */
export async function prepareJournal(database: Database): Promise<void> {
  await database.run(prepareJournalStatement(monthsAhead), 'internal')
}

/** Creates partitions and deletes expired data, in batches, so that no statement takes long. */
export async function tidy(options: HousekeepingOptions, isStopped: () => boolean): Promise<void> {
  const { database, models, keyLifetime, jobLifetime, signInRetention } = options
  const { sessionIdle: idle, sessionLifetime: lifetime } = options
  const sweep = async (deleteBatch: NamedSql) => {
    for (let deleted = 1; deleted > 0 && !isStopped(); ) deleted = (await database.run(deleteBatch, 'internal')).length
  }
  const trim = async (model: Model, days: number) => {
    for (let deleted = trimBatch; deleted >= trimBatch && !isStopped(); ) {
      const [row] = await database.run(trimJournalStatement(model, days), 'internal')
      deleted = Number(row?.[0])
    }
  }
  await prepareJournal(database)
  await sweep(sweepResponsesStatement(keyLifetime))
  await sweep(sweepAttemptsStatement())
  await sweep(sweepSessionsStatement({ idle, lifetime }))
  await sweep(sweepRequestsStatement)
  await sweep(sweepLinksStatement)
  await sweep(sweepLoginStatesStatement())
  await sweep(sweepPendingLoginsStatement)
  await sweep(sweepRecoveryCodesStatement)
  await sweep(sweepUsedTokensStatement())
  await sweep(sweepSignInsStatement(signInRetention))
  await sweep(sweepWebhooksStatement)
  await sweep(sweepJobsStatement(jobLifetime))
  await database.run(sweepSearchesStatement(), 'internal')
  for (const model of models.all) if (model.keepHistory !== undefined) await trim(model, model.keepHistory)
}
