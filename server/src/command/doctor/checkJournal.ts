import type { Model } from '../../model/Model.ts'
import type { Query } from '../../schema/RecordState.ts'
import { compareJournalStatement } from '../../statement/service/integrity.ts'
import type { Finding } from './Finding.ts'

const problems = {
  differ: 'have another version than their newest entry',
  missing: 'are gone without an entry of their delete',
  undeleted: 'exist although their newest entry is a delete',
  twice: 'have two entries for one version',
  incomplete: 'lack an entry between two others',
}

/** Compares the records of a model with the journal. */
export async function checkJournal(query: Query, model: Model): Promise<Finding[]> {
  const [row] = await query(compareJournalStatement(model))
  return Object.entries(problems).flatMap(([problem, what]) => {
    const count = Number(row?.[problem])
    if (count === 0) return []
    const isInside = problem === 'twice' || problem === 'incomplete'
    const example = isInside ? '' : ` The record ${row?.['first']} is one that differs.`
    return [
      {
        check: 'journal' as const,
        what: `${count} of the records of ${model.name} ${what}.`,
        why: `Histories, conflicts and restores of these records are wrong.${example}`,
        advice: [
          'Rows that were written by hand with SQL have no entry: write through the service.',
          'Otherwise compare with a backup, and report it: the service writes both in one statement.',
        ],
      },
    ]
  })
}
