import type { Model } from '../../model/Model.ts'
import { countArchived, countRecords } from '../../schema/compareRegistry.ts'
import type { Query } from '../../schema/RecordState.ts'
import { sql } from '../../sql/sql.ts'
import { compareCountsStatement, forgetCountsStatements } from '../../statement/service/recount.ts'
import type { Finding } from './Finding.ts'

/** Compares the counts of a model with its records, and corrects them if `fix` is set. */
export async function checkCounts(query: Query, model: Model, fix: boolean): Promise<Finding[]> {
  const all = await compareCounts(query, model, fix, false)
  return model.archive ? [...all, ...(await compareCounts(query, model, fix, true))] : all
}

async function compareCounts(query: Query, model: Model, fix: boolean, ofArchive: boolean): Promise<Finding[]> {
  const [records, owner] = ofArchive ? ['archived records', `the archive of ${model.name}`] : ['records', model.name]
  const [row] = await query(compareCountsStatement(model, ofArchive))
  const [kept, counted, blocks] = [Number(row?.['kept']), Number(row?.['counted']), Number(row?.['blocks'])]
  if (kept === counted && blocks === 0) return []
  if (fix) await recount(query, model)
  return [
    {
      check: 'counts',
      what:
        kept === counted
          ? `The counts of ${owner} are right in sum (${counted}), but not in ${blocks} blocks of ids.`
          : `The counts say that there are ${kept} ${records} of ${model.name}; there are ${counted}.`,
      why: 'Totals and pages far from the start use the counts. Rows that were written by hand are not counted.',
      advice: ['Run: npx tabularium doctor --recount --fix (writes of the model wait while it is counted)'],
      ...(fix ? { fixed: true } : {}),
    },
  ]
}

/** Recounts in one transaction: readers see the old counts until it ends, and writers wait. */
async function recount(query: Query, model: Model): Promise<void> {
  await query(sql`begin`)
  try {
    await query(sql`set local lock_timeout = '10s'`)
    for (const statement of forgetCountsStatements(model)) await query(statement)
    await query(countRecords(model))
    if (model.archive) await query(countArchived(model))
    await query(sql`commit`)
  } catch (error) {
    await query(sql`rollback`).catch(() => {})
    throw error
  }
}
