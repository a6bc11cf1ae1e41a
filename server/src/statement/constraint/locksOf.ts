import { constraintsOf, keyFieldsOf } from '../../model/Constraint.ts'
import type { Model } from '../../model/Model.ts'
import type { PlannedValues } from '../../plan/Plan.ts'

/**
 * What a write may have to wait for besides its record: for each constraint over records whose key it sets, the key. A
 * key whose values the plan does not say, as that of a default, is left out: the write only shares more groups then.
 */
export function locksOf({ model, fields, values }: PlannedValues & { readonly model: Model }): string[] {
  const valueOf = (name: string) => values[fields.findIndex((field) => field.name === name)]
  return constraintsOf(model).flatMap((constraint) => {
    const key = keyFieldsOf(constraint).map(valueOf)
    return key.every((value) => value !== undefined && value !== null) ? JSON.stringify([constraint.name, ...key]) : []
  })
}
