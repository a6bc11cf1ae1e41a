import { Failure } from '../../failure/failure.ts'
import { requireAt } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import { Faults } from '../../plan/Faults.ts'
import type { CreatePlan, UpdatePlan } from '../../plan/Plan.ts'
import type { PlannedRow } from '../../plan/RefusedRows.ts'
import { versionsStatement } from '../../statement/links.ts'
import { pathDetails, type Reason, toRecordsFailure } from '../../statement/refusal/Reason.ts'
import { refusedCreatesStatement, refusedUpdatesStatement } from '../../statement/refused.ts'
import { toConflict } from '../conflict.ts'
import { recordNotFound } from '../requireRecord.ts'
import { readInTransaction } from '../write/readInTransaction.ts'
import { findLookups } from '../write/record/resolveLookups.ts'
import { needsRowChecks } from '../write/record/rowRules.ts'
import { runBatched } from '../write/runBatched.ts'
import { atPath } from '../write/record/WriteItem.ts'
import { evaluateAll, prepare, toTargets } from '../write/record/writeRecords.ts'
import type { Diagnosis } from './Diagnosis.ts'
import { findBrokenChecks } from './findBrokenChecks.ts'
import { findClashes } from './findClashes.ts'

/** A record of a request, and the names of its members whose values are wrong or were not found. */
export type DiagnosedRow = PlannedRow<CreatePlan | UpdatePlan>

/**
 * Asks the database what is wrong with records of one model, without writing them: what they refer to, the caller's
 * rights, versions, checks, and values that must be unique. A record that the caller may not write, or whose version is
 * not the current one, is asked nothing more, as if it were written alone.
 */
export async function askRows(model: Model, rows: readonly DiagnosedRow[], diagnosis: Diagnosis): Promise<void> {
  const found = await findReferences(rows.map(withoutWrong), diagnosis)
  const permitted = await withoutForbidden(found, diagnosis)
  const current = await withoutStale(model, permitted, diagnosis)
  await findReasons(model, current, diagnosis)
  await findClashes(model, current, diagnosis)
  await findBrokenChecks(model, current, diagnosis)
}

/**
 * A record without the members that are wrong already. One of them may be a field that the caller does not know: its
 * rights must not tell that it exists.
 */
function withoutWrong(row: DiagnosedRow): DiagnosedRow {
  const { plan, wrong } = row
  if (wrong.size === 0) return row
  if (plan.operation === 'create')
    return { ...row, plan: { ...plan, given: plan.given.filter((name) => !wrong.has(name)) } }
  const kept = plan.fields.flatMap(({ name }, index) => (wrong.has(name) ? [] : [index]))
  const fields = kept.map((index) => requireAt(plan.fields, index))
  return { ...row, plan: { ...plan, fields, values: kept.map((index) => plan.values[index] ?? null) } }
}

/** Replaces keys by ids. A key that no record has makes its member wrong. */
async function findReferences(rows: readonly DiagnosedRow[], { tx, problems }: Diagnosis): Promise<DiagnosedRow[]> {
  const faults = new Faults()
  const resolved = await findLookups(rows, faults, tx)
  const [first] = faults.keys()
  if (first === undefined) return [...resolved]
  const own = rows.find(({ path }) => first.startsWith(path))
  problems.addFaults(faults, pathDetails(own?.path ?? ''))
  const byRow = Map.groupBy(faults.keys(), (path) => /^(?:\d+\.)?/.exec(path)?.[0] ?? '')
  return resolved.map((row) => {
    const names = [...(byRow.get(row.path) ?? [])].map((path) => path.slice(row.path.length).split('.')[0] ?? '')
    return names.length === 0 ? row : { ...row, wrong: new Set([...row.wrong, ...names]) }
  })
}

async function withoutForbidden(rows: readonly DiagnosedRow[], { tx, problems }: Diagnosis): Promise<DiagnosedRow[]> {
  const isChecked = ({ plan }: DiagnosedRow) => needsRowChecks(tx.authorization, plan.model, plan.operation)
  const before = await evaluateAll(rows.filter(isChecked).flatMap(toTargets), tx)
  return rows.flatMap((row) => {
    if (!isChecked(row)) return [row]
    try {
      return [{ ...row, plan: prepare(row, before.get(row.plan), tx).plan }]
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      problems.addFailure(error, row.path)
      return []
    }
  })
}

async function withoutStale(
  model: Model,
  rows: readonly DiagnosedRow[],
  { tx, problems }: Diagnosis,
): Promise<DiagnosedRow[]> {
  const ids = rows.flatMap(({ plan }) => (plan.operation === 'update' ? [plan.id] : []))
  if (ids.length === 0) return [...rows]
  const found = await tx.transaction.run(versionsStatement(model, ids))
  const versions = new Map(found.map(([id, version]) => [Number(id), Number(version)]))
  const current: DiagnosedRow[] = []
  let isFirst = true
  for (const row of rows) {
    const { plan, path } = row
    const version = plan.operation === 'update' ? versions.get(plan.id) : undefined
    if (plan.operation === 'create' || version === plan.version) current.push(row)
    else if (version === undefined) problems.addFailure(atPath(recordNotFound(plan.id), path))
    else {
      // An answer shows the first of the records as they are now.
      const json = isFirst ? await readJson(plan, tx) : 'null'
      isFirst = false
      problems.addFailure(atPath(toConflict({ version, json }), path))
    }
  }
  return current
}

async function readJson({ model, id }: UpdatePlan, tx: Diagnosis['tx']): Promise<string> {
  const [read] = await readInTransaction([{ operation: 'read', model, authorization: tx.authorization, id }], tx)
  return read?.json ?? 'null'
}

async function findReasons(model: Model, rows: readonly DiagnosedRow[], { tx, problems }: Diagnosis): Promise<void> {
  const { transaction, services, authorization } = tx
  const creates = rows.flatMap(({ plan, path }, index) =>
    plan.operation === 'create' ? [{ item: { plan: asked(plan), id: index + 1 }, path }] : [],
  )
  const updates = rows.flatMap(({ plan, path }) => (plan.operation === 'update' ? [{ item: asked(plan), path }] : []))
  const ofUpdates = await runBatched(refusedUpdatesStatement, updates, transaction, services.models)
  const ofCreates = await runBatched(refusedCreatesStatement, creates, transaction, services.models)
  for (const row of rows) {
    const all = (row.plan.operation === 'create' ? ofCreates : ofUpdates).shift() ?? []
    for (const reason of all.filter((one) => isKnown(one, row)))
      problems.addFailure(toRecordsFailure([{ path: row.path, reasons: [reason] }], model, authorization))
  }
}

/** With a wrong value it is not known what a check would say, but whether the other references exist is. */
function isKnown(reason: Reason, { wrong }: DiagnosedRow): boolean {
  return wrong.size === 0 || (reason.kind === 'missing' && !wrong.has(reason.field))
}

/** The plan as it is asked about. No reason depends on a password, which is hashed for the trial alone. */
function asked<Plan extends CreatePlan | UpdatePlan>({ selection: _, unhashed: __, ...plan }: Plan): Plan {
  return { ...plan, answers: 'nothing' } as Plan
}
