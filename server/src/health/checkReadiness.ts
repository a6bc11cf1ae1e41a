import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import { findChange } from '../schema/findDifference.ts'
import { epochStatement, toEpoch } from '../statement/service/epochs.ts'

/** How long `/ready` waits for the database, in milliseconds: load balancers do not wait long. */
const checkTimeout = 1_000

/** Why a process that started in an epoch can't continue; undefined if it can. */
export async function checkReadiness(database: Database, models: Models, epoch: number): Promise<string | undefined> {
  try {
    const deadlines = [{ at: performance.now() + checkTimeout, mayBeWritten: false }]
    if (toEpoch(await database.run(epochStatement(), 'read', { deadlines })) !== epoch)
      return 'The database was restored from a backup: restart this process.'
    return await findChange((statement) => database.query(statement, { deadlines }), models)
  } catch {
    return 'The database cannot be reached.'
  }
}
