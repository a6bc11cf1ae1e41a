import type { Models } from '../../model/Models.ts'
import type { Query } from '../../schema/RecordState.ts'
import { sql } from '../../sql/sql.ts'
import { totalOf, totalOfArchive } from '../../statement/journal/counts.ts'
import type { Finding } from './Finding.ts'

/** Finds models of which more than half is archived: their declared indexes hold more of what lists leave out. */
export async function checkArchives(query: Query, models: Models, threshold: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const model of models.all.filter(({ archive }) => archive)) {
    const [row] = await query(sql`select ${totalOf(model)} as records, ${totalOfArchive(model, true)} as archived`)
    const [records, archived] = [Number(row?.['records']), Number(row?.['archived'])]
    if (records < threshold || archived * 2 <= records) continue
    const [part, all] = [archived, records].map((count) => count.toLocaleString('en'))
    findings.push({
      check: 'archive',
      what: `Of the ${all} records of ${model.name}, ${part} are archived.`,
      why: 'Declared indexes have archived records as well. Lists that use them read past those.',
      advice: [
        'If lists of it are slow, make an index of the others with sql(): create index … where archived_on is null.',
        'Or delete archived records that nobody needs.',
      ],
    })
  }
  return findings
}
