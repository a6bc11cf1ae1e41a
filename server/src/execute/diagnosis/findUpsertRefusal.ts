import { Failure } from '../../failure/failure.ts'
import { Faults } from '../../plan/Faults.ts'
import type { UpdatePlan } from '../../plan/Plan.ts'
import { Problems } from '../../plan/Problems.ts'
import type { PlannedRow, RefusedRows } from '../../plan/RefusedRows.ts'
import { planCreation, repeatsKey } from '../../plan/upsert.ts'
import type { UpsertPlan, UpsertRecord } from '../../plan/UpsertPlan.ts'
import { findByKeyStatement, type FoundByKey } from '../../statement/findByKey.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { runBatched } from '../write/runBatched.ts'
import { isUnchanged, refuseCreation, toUpdate } from '../upsertRecord.ts'
import type { DiagnosedRow } from './askRows.ts'
import { type Diagnosis, diagnose } from './Diagnosis.ts'
import { diagnoseRows } from './diagnoseRows.ts'
import { toIndex } from './toIndex.ts'

type UpsertRow = PlannedRow<UpsertRecord | UpdatePlan>

/** The failure with everything that is wrong with the records of an upsert; undefined if nothing is. */
export async function findUpsertRefusal(
  plan: UpsertPlan,
  services: ExecutionServices,
  { problems: known, rows }: RefusedRows<UpsertRecord | UpdatePlan> = { problems: new Problems(), rows: toRows(plan) },
): Promise<Failure | undefined> {
  const problems = await diagnose(known, [], plan.context, services, async (diagnosis) => {
    await diagnoseRows(await toPlannedRows(rows, plan, diagnosis), diagnosis)
  })
  return problems.size === 0 ? undefined : problems.toFailure()
}

function toRows({ records, isSingle }: UpsertPlan): UpsertRow[] {
  return records.map((plan, index) => ({ plan, path: isSingle ? '' : `${index}.`, wrong: new Set() }))
}

/** What the records become: changes of those whose keys are known, and new ones. */
async function toPlannedRows(
  rows: readonly UpsertRow[],
  plan: UpsertPlan,
  diagnosis: Diagnosis,
): Promise<DiagnosedRow[]> {
  const found = await findKeys(rows, plan, diagnosis)
  const seen = new Map<number, number>()
  return rows.flatMap((row): DiagnosedRow[] => {
    const { plan: record, path } = row
    const known = found.get(row)
    const id = record.operation === 'update' ? record.id : known?.id
    const earlier = id === undefined ? undefined : seen.get(id)
    if (id !== undefined) seen.set(id, toIndex(path) ?? 0)
    if (earlier !== undefined) return addRepeated(row, earlier, plan, diagnosis)
    if (record.operation === 'update') return [{ ...row, plan: record }]
    if (!known) return hasKey(row, plan) ? toNew({ ...row, plan: record }, plan, diagnosis) : []
    return isUnchanged(record, known) ? [] : [{ ...row, plan: toUpdate(record, known, plan) }]
  })
}

/** A record whose key has a wrong value is not looked for. */
function hasKey({ wrong }: UpsertRow, { key }: UpsertPlan): boolean {
  return !key.some((name) => wrong.has(name))
}

async function findKeys(
  rows: readonly UpsertRow[],
  plan: UpsertPlan,
  { tx }: Diagnosis,
): Promise<ReadonlyMap<UpsertRow, FoundByKey>> {
  const asked = rows.flatMap((row) =>
    row.plan.operation === 'upsert' && hasKey(row, plan) ? [{ row, item: row.plan, path: row.path }] : [],
  )
  const results = await runBatched(findByKeyStatement, asked, tx.transaction, tx.services.models)
  return new Map(
    asked.flatMap(({ row }, index) => {
      const found = results[index]
      return found ? [[row, found] as const] : []
    }),
  )
}

/** Two records of a request can be the same one if it is named by its id and by its key, or by different keys. */
function addRepeated({ plan, path }: UpsertRow, earlier: number, { key }: UpsertPlan, { problems }: Diagnosis): [] {
  const faults = new Faults()
  faults.set(`${path}${plan.operation === 'update' ? 'id' : key[0]}`, repeatsKey(earlier))
  problems.addFaults(faults)
  return []
}

/** The record as a new one, unless it can't be one. Faults that only a new record has are added. */
function toNew(row: PlannedRow<UpsertRecord>, plan: UpsertPlan, { problems, tx }: Diagnosis): DiagnosedRow[] {
  const { path, wrong } = row
  try {
    refuseCreation(row.plan, plan)
    const all = new Faults()
    const created = planCreation(row.plan, plan, tx.services.models, all)
    const faults = new Faults()
    for (const [name, fault] of all) if (!wrong.has(memberOf(name, path))) faults.set(name, fault)
    problems.addFaults(faults)
    return [
      { path, plan: created, wrong: new Set([...wrong, ...[...faults.keys()].map((name) => memberOf(name, path))]) },
    ]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    problems.addFailure(error, path)
    return []
  }
}

function memberOf(name: string, path: string): string {
  return name.slice(path.length).split('.')[0] ?? ''
}
