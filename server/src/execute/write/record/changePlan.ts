import type { Field } from '../../../model/field/Field.ts'
import type { ColumnValue } from '../../../model/field/FieldType.ts'
import type { Model } from '../../../model/Model.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../../plan/Plan.ts'
import { toChange } from '../../../plan/toChange.ts'

/**
 * Returns the plan with one more value: the reference to its parent, which needs the right to write it like any other
 * value.
 */
export function withValue(
  plan: CreatePlan | UpdatePlan,
  fieldName: string,
  value: ColumnValue,
): CreatePlan | UpdatePlan {
  const filled = fill(plan, fieldName, value)
  return filled.operation === 'create' ? { ...filled, given: [...filled.given, fieldName] } : filled
}

function fill<Plan extends CreatePlan | UpdatePlan>(plan: Plan, fieldName: string, value: ColumnValue): Plan {
  const index = plan.fields.findIndex(({ name }) => name === fieldName)
  if (index >= 0) return { ...plan, values: plan.values.with(index, value) }
  const fields = plan.model.fields.filter((field) => field.name === fieldName || plan.fields.includes(field))
  const values = fields.map((field) =>
    field.name === fieldName ? value : (plan.values[plan.fields.indexOf(field)] ?? null),
  )
  return { ...plan, fields, values }
}

/** Plans the update that clears one reference of a record. Its answer does not show the record. */
export function clearReference(
  model: Model,
  field: Field,
  id: number,
  version: number,
  context: WriteContext,
): UpdatePlan {
  return toChange({ model, id, version, context, fields: [field], values: [null], answers: 'nothing' })
}
