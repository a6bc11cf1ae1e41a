import { requireAt } from '../../failure/invariant.ts'
import { momentMark } from '../../model/defaults.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import { type UniqueKey, uniqueKeysOf } from '../../model/uniqueKeys.ts'
import { clashesStatement, type KeyClash, type KeyRow, toKeyClash } from '../../statement/clashes.ts'
import { findConstraint, toNotUnique } from '../../statement/refusal/notUnique.ts'
import { scopeOf } from '../../statement/condition/ReadScope.ts'
import { readStates } from '../write/record/shownChanges.ts'
import { atPath } from '../write/record/WriteItem.ts'
import type { DiagnosedRow } from './askRows.ts'
import type { Diagnosis } from './Diagnosis.ts'

/** Finds all rows whose unique values another row or record has: one statement for each unique field or group. */
export async function findClashes(model: Model, rows: readonly DiagnosedRow[], diagnosis: Diagnosis): Promise<void> {
  const keys = uniqueKeysOf(model).filter((key) => key.every((field) => typeOf(field).writable))
  for (const key of keys) {
    const asked = rows.flatMap((row) => toAsked(row, key))
    if (asked.length > 0) await findClashesOf(key, model, asked, diagnosis)
  }
}

interface AskedRow {
  readonly row: DiagnosedRow
  readonly keyRow: KeyRow
}

/** The values that a row will have in a key; none if it changes none of them, or if one is wrong. */
function toAsked(row: DiagnosedRow, key: UniqueKey): AskedRow[] {
  const { plan, wrong } = row
  if (key.some(({ name }) => wrong.has(name))) return []
  const values = key.map((field) => {
    const index = plan.fields.findIndex(({ name }) => name === field.name)
    if (index < 0) return plan.operation === 'create' ? null : undefined
    return plan.values[index] ?? null
  })
  const increments = plan.operation === 'update' ? (plan.increments ?? []) : []
  const isUnknown = values.includes(momentMark) || key.some(({ name }) => increments.includes(name))
  if (isUnknown || values.every((value) => value === undefined)) return []
  return [{ row, keyRow: { id: plan.operation === 'update' ? plan.id : null, values } }]
}

async function findClashesOf(
  key: UniqueKey,
  model: Model,
  asked: readonly AskedRow[],
  diagnosis: Diagnosis,
): Promise<void> {
  const { tx, problems } = diagnosis
  const { authorization } = tx
  const rows = asked.map(({ keyRow }) => keyRow)
  const found = await tx.transaction.run(clashesStatement(model, key, rows, scopeOf(authorization, tx.services.models)))
  const clashes = found.map(toKeyClash)
  const shown = await showOthers(clashes, model, diagnosis)
  const constraint = findConstraint(key, model, authorization)
  for (const clash of clashes) {
    const { row } = requireAt(asked, clash.ordinal)
    const first = indexOf(requireAt(asked, clash.first).row)
    const made = clash.other === undefined ? undefined : diagnosis.madeAt?.(model, clash.other)
    const alsoAt = clash.first < clash.ordinal ? first : made
    const other = clash.other === undefined || made !== undefined ? undefined : shown.get(clash.other)
    const isStored = clash.isTaken && made === undefined
    const failure = toNotUnique(key, model, authorization, isStored ? undefined : alsoAt)
    problems.addFailure(atPath(failure, row.path), row.path, {
      ...(constraint === undefined ? {} : { constraint }),
      ...(other ? { others: [other] } : {}),
      ...(alsoAt === undefined ? {} : { alsoAt }),
    })
  }
}

/** The other records with their titles, limited to what the caller sees; by id. */
async function showOthers(
  clashes: readonly KeyClash[],
  model: Model,
  { tx }: Diagnosis,
): Promise<ReadonlyMap<number, object>> {
  const ids = [...new Set(clashes.flatMap(({ other }) => other ?? []))]
  if (ids.length === 0) return new Map()
  const states = await readStates(
    ids.map((id) => ({ id, names: [] })),
    model,
    tx,
  )
  return new Map(
    ids.map((id, index) => {
      const title = states[index]?.[model.title]
      const isSimple = typeof title === 'string' || typeof title === 'number'
      return [id, isSimple ? { id, [model.title]: title } : { id }]
    }),
  )
}

function indexOf({ path }: DiagnosedRow): number | undefined {
  const index = Number.parseInt(path, 10)
  return Number.isNaN(index) ? undefined : index
}
