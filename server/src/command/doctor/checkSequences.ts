import type { Models } from '../../model/Models.ts'
import type { Query } from '../../schema/RecordState.ts'
import type { Sql } from '../../sql/sql.ts'
import {
  advanceSequenceStatement,
  positionsName,
  positionsStatement,
  sequenceName,
  sequenceStatement,
} from '../../statement/service/integrity.ts'
import type { Finding } from './Finding.ts'

/** Finds sequences that are behind the records, as after a logical upgrade, and moves them if `fix` is set. */
export async function checkSequences(query: Query, models: Models, fix: boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const model of models.all) {
    const behind = await findBehind(query, sequenceStatement(model), sequenceName(model), fix)
    if (!behind) continue
    const { last, highest } = behind
    const what = `The sequence of ${model.name} gave out ${last} as its last id, but ${highest} is or was in use.`
    findings.push(toFinding(what, 'Creates draw ids that are taken, or that deleted records had.', fix))
  }
  const behind = await findBehind(query, positionsStatement, positionsName, fix)
  if (!behind) return findings
  const what = `The sequence of positions is at ${behind.last}, but the journal has the position ${behind.highest}.`
  return [...findings, toFinding(what, 'Writes get positions that others have, and the feed misses changes.', fix)]
}

async function findBehind(query: Query, statement: Sql, sequence: Sql, fix: boolean) {
  const [row] = await query(statement)
  const [last, highest] = [Number(row?.['last']), Number(row?.['highest'])]
  if (highest <= last) return undefined
  if (fix) await query(advanceSequenceStatement(sequence, highest))
  return { last, highest }
}

function toFinding(what: string, why: string, fixed: boolean): Finding {
  return {
    check: 'sequences',
    what,
    why: `${why} Logical replication copies no sequences.`,
    advice: ['Run: npx tabularium doctor --fix, and restart the processes of the service: they have drawn ids ahead.'],
    ...(fixed ? { fixed } : {}),
  }
}
