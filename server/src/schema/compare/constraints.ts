import { name, sql } from '../../sql/sql.ts'
import type { DesiredCheck, DesiredTable } from '../DesiredTable.ts'
import type { ReferenceState, TableState } from '../RecordState.ts'
import { locks, toStep, type Precondition, type Step } from '../Step.ts'
import { findAdaptation } from './findAdaptation.ts'
import type { ColumnChanges, Pair } from './ColumnChanges.ts'
import { alterTable, checkDefinition, referenceDefinition } from './ddl.ts'
import { noExcess } from './noExcess.ts'
import { allMeet, noDanglingReferences, noViolations } from './preconditions.ts'
import { pairsToRequire, requiredNameOf } from './requireValues.ts'

/** Drops checks and foreign keys that no field declares. */
export function dropConstraints(before: TableState, after: DesiredTable, changes: ColumnChanges): Step[] {
  const wanted = new Set([
    ...after.checks.map((check) => check.name),
    ...after.references.map((reference) => reference.name),
    ...pairsToRequire(changes).map((pair) => requiredNameOf(after, pair)),
  ])
  return [...before.checks, ...before.references]
    .filter((constraint) => !wanted.has(constraint.name))
    .map((constraint) => dropConstraint(after.name, constraint.name))
}

export function dropConstraint(table: string, constraint: string): Step {
  const statement = alterTable(table, [sql`drop constraint ${name(constraint)}`])
  return toStep(`Drop the constraint ${constraint}`, [statement], { required: true })
}

/** Adds checks: first for new records, then for existing ones while requests continue. */
export function addChecks(before: TableState, after: DesiredTable, changes: ColumnChanges): Step[] {
  return after.checks.flatMap((check) => {
    const found = before.checks.find((constraint) => constraint.name === check.name)
    if (found?.validated) return []
    return [...(found ? [] : [addCheck(before, after, check, changes)]), validate(after, check.name, check.label)]
  })
}

function addCheck(before: TableState, after: DesiredTable, check: DesiredCheck, changes: ColumnChanges): Step {
  const preconditions = [...preconditionsOf(before, after, check, changes), ...noExcess(before, check, changes)]
  return toStep(
    `Check ${check.label} in new records`,
    [alterTable(after.name, [sql`add ${checkDefinition(check)} not valid`])],
    preconditions.length > 0 ? { preconditions } : {},
  )
}

function preconditionsOf(
  before: TableState,
  after: DesiredTable,
  check: DesiredCheck,
  changes: ColumnChanges,
): Precondition[] {
  const [column = '', ...others] = check.columns
  const isChecked = (pair: Pair) => pair.after.name === column
  const converted = others.length === 0 ? changes.converted.find(isChecked) : undefined
  if (converted) return [noViolations(before, check, converted.before, converted.conversion)]
  // What new and converted columns will have is not known before the migration: validation finds out.
  const kept = check.columns.flatMap((own) => changes.kept.find((pair) => pair.after.name === own) ?? [])
  const [first] = kept
  if (!first || kept.length < check.columns.length) return []
  return [
    others.length === 0
      ? noViolations(before, check, first.before, findAdaptation(before, after, first))
      : allMeet(before, check, kept),
  ]
}

/** Adds foreign keys after all tables exist. A table that was just created is empty and needs no validation. */
export function addReferences(
  before: TableState | undefined,
  after: DesiredTable,
  changes: ColumnChanges | undefined,
  tables: readonly TableState[],
): Step[] {
  return after.references.flatMap((reference) => {
    const found = before?.references.find((constraint) => constraint.name === reference.name)
    if (found?.validated) return []
    const add = addReference(before, after, reference, changes, tables)
    if (!before) return [add]
    return [...(found ? [] : [add]), validate(after, reference.name, labelOf(after, reference.column))]
  })
}

function addReference(
  before: TableState | undefined,
  after: DesiredTable,
  reference: ReferenceState,
  changes: ColumnChanges | undefined,
  tables: readonly TableState[],
): Step {
  const pair = changes?.kept.find((candidate) => candidate.after.name === reference.column)
  const target = tables.find((table) => table.name === reference.target)
  const notValid = before ? sql` not valid` : sql``
  const statement = alterTable(after.name, [sql`add ${referenceDefinition(reference)}${notValid}`])
  return toStep(`Let ${labelOf(after, reference.column)} refer to ${reference.target}`, [statement], {
    lock: locks.reference,
    ...(before && pair && target ? { preconditions: [noDanglingReferences(before, target, reference, pair)] } : {}),
  })
}

function validate(after: DesiredTable, constraint: string, label: string): Step {
  const statement = alterTable(after.name, [sql`validate constraint ${name(constraint)}`])
  return toStep(`Check ${label} in all records`, [statement], { lock: locks.online })
}

export function labelOf(table: DesiredTable, column: string): string {
  return table.columns.find((candidate) => candidate.name === column)?.label ?? column
}
