import { requireAt } from '../../failure/invariant.ts'
import { constraintsOf } from '../../model/Constraint.ts'
import type { Model } from '../../model/Model.ts'
import { canBeAsked, clashesStatement, type CountedRow, toCountedRow } from '../../statement/clashes.ts'
import { scopeOf } from '../../statement/condition/ReadScope.ts'
import { type ParsedConstraint, parseConstraint } from '../../statement/constraint/constraintSql.ts'
import { type OtherRecord, toClash } from '../../statement/refusal/clash.ts'
import { readStates } from '../write/record/shownChanges.ts'
import { atPath } from '../write/record/WriteItem.ts'
import { type AskedRow, toAsked } from './AskedRow.ts'
import type { DiagnosedRow } from './askRows.ts'
import type { Diagnosis } from './Diagnosis.ts'
import { toIndex } from './toIndex.ts'

/** Finds all rows that other rows or records do not allow: one statement for each constraint, and nothing is tried. */
export async function findClashes(model: Model, rows: readonly DiagnosedRow[], diagnosis: Diagnosis): Promise<void> {
  const { models } = diagnosis.tx.services
  for (const constraint of constraintsOf(model)) {
    const parsed = parseConstraint(constraint, model, models)
    if (!canBeAsked(parsed)) continue
    const asked = rows.flatMap((row) => toAsked(row, parsed))
    if (asked.length > 0) await findClashesOf(parsed, asked, diagnosis)
  }
}

async function findClashesOf(
  parsed: ParsedConstraint,
  asked: readonly AskedRow[],
  diagnosis: Diagnosis,
): Promise<void> {
  const { tx, problems } = diagnosis
  const { model, constraint } = parsed
  const rows = asked.map((one) => one.asked)
  const found = await tx.transaction.run(clashesStatement(parsed, rows, scopeOf(tx.authorization, tx.services.models)))
  const refused = refuseInOrder(found.map(toCountedRow), constraint.kind === 'atMost' ? constraint.count : 1)
  const madeAt = (id: number) => diagnosis.madeAt?.(model, id)
  const shown = await showOthers(
    refused.flatMap(({ counted }) => counted.others).filter((id) => madeAt(id) === undefined),
    model,
    diagnosis,
  )
  for (const { counted, earlier } of refused) {
    const { row } = requireAt(asked, counted.ordinal)
    const made = counted.others.map(madeAt).find((index) => index !== undefined)
    const alsoAt = earlier === undefined ? made : toIndex(requireAt(asked, earlier).row.path)
    const records = counted.others.flatMap((id) => shown.get(id) ?? [])
    const failure = atPath(toClash(constraint, model, tx.authorization, { records, alsoAt }), row.path)
    problems.addFailure(failure, row.path, alsoAt === undefined ? {} : { alsoAt })
  }
}

interface RefusedRow {
  readonly counted: CountedRow
  /** The ordinal of the first earlier row that it meets; undefined if it meets stored records alone. */
  readonly earlier: number | undefined
}

/** The rows that are refused if each is written after those before it. What is refused is in nobody's way. */
function refuseInOrder(rows: readonly CountedRow[], most: number): RefusedRow[] {
  const accepted = new Map<string, CountedRow[]>()
  return rows.flatMap((counted) => {
    const before = accepted.get(counted.key) ?? []
    const met = before.filter(({ from, to }) => counted.from < to && from < counted.to)
    if (counted.stored + met.length >= most) return [{ counted, earlier: met[0]?.ordinal }]
    accepted.set(counted.key, [...before, counted])
    return []
  })
}

/** The other records with their versions and titles, limited to what the caller sees; by id. */
async function showOthers(
  others: readonly number[],
  model: Model,
  { tx }: Diagnosis,
): Promise<ReadonlyMap<number, OtherRecord>> {
  const ids = [...new Set(others)]
  if (ids.length === 0) return new Map()
  const states = await readStates(
    ids.map((id) => ({ id, names: [] })),
    model,
    tx,
  )
  return new Map(
    ids.flatMap((id, index) => {
      const state = states[index]
      if (!state) return []
      const title = state[model.title]
      const isSimple = model.title !== 'id' && (typeof title === 'string' || typeof title === 'number')
      return [[id, { id, version: state['version'], ...(isSimple ? { [model.title]: title } : {}) }] as const]
    }),
  )
}
