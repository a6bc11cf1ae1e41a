import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Allowance } from './Allowance.ts'
import { allowedFields } from './allowedFields.ts'
import type { Action, Rule } from './Rule.ts'

/** What administrators may do. */
export const adminRule: Rule = {
  id: null,
  role: null,
  model: '*',
  read: true,
  create: true,
  update: true,
  delete: true,
  condition: null,
  readFields: null,
  writeFields: null,
}

const everyAction: readonly Allowance[] = [{ rule: adminRule, condition: undefined, fields: undefined }]

/** Administrators may do everything, except write the fields that nobody writes by hand. */
export function adminAllowances(
  model: Model,
  action: Action,
  closed: readonly string[],
  models: Models,
): readonly Allowance[] {
  if (closed.length === 0) return everyAction
  const fields = allowedFields(adminRule, model, action, closed, models)
  return fields?.size === 0 ? [] : [{ rule: adminRule, condition: undefined, fields }]
}
