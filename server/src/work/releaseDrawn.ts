import type { Database } from '../postgres/Database.ts'
import { drawnPositionStatement, releaseJournalStatement } from '../statement/service/journalKeeping.ts'

/** How long transactions under way are waited for, and the pause between two looks, in milliseconds. */
const [patience, pause] = [10_000, 10]

/**
 * Moves the released mark behind everything that was written before the call. One attempt is not enough: another
 * process may be moving it, or be writing.
 */
export async function releaseDrawn(database: Database): Promise<void> {
  const [drawn] = await database.run(drawnPositionStatement, 'read')
  const end = performance.now() + patience
  while (performance.now() < end) {
    const [released] = await database.run(releaseJournalStatement, 'read')
    if (Number(released?.[0] ?? -1) >= Number(drawn?.[0])) return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
