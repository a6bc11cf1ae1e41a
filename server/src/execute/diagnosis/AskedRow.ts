import { hasExpression } from '../../model/expressionDefaults.ts'
import type { Field } from '../../model/field/Field.ts'
import { type ClashRow, type DecidingFields, writtenFieldsOf } from '../../statement/clashes.ts'
import type { DiagnosedRow } from './askRows.ts'

/** A row with the values that decide about a constraint. */
export interface AskedRow {
  readonly row: DiagnosedRow
  readonly asked: ClashRow
}

/** The values that a row will have in the fields that decide; none if it changes none of them, or if one is wrong. */
export function toAsked(row: DiagnosedRow, deciding: DecidingFields): AskedRow[] {
  const { plan, wrong } = row
  const fields = writtenFieldsOf(deciding)
  const increments = plan.operation === 'update' ? (plan.increments ?? []) : []
  const isUnknown = (field: Field) =>
    wrong.has(field.name) || increments.includes(field.name) || isComputedDefault(field, plan)
  if (fields.some(isUnknown)) return []
  const values = fields.map((field) => {
    const index = plan.fields.findIndex(({ name }) => name === field.name)
    if (index < 0) return plan.operation === 'create' ? null : undefined
    return plan.values[index] ?? null
  })
  if (values.every((value) => value === undefined)) return []
  return [{ row, asked: { id: plan.operation === 'update' ? plan.id : null, values } }]
}

/** Whether the statement computes the value of a new record, which has none yet. */
function isComputedDefault(field: Field, plan: DiagnosedRow['plan']): boolean {
  return plan.operation === 'create' && hasExpression(field) && !plan.given.includes(field.name)
}
