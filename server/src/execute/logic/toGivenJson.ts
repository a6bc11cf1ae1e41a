import type { Action } from '../../logic/Logic.ts'
import type { Models } from '../../model/Models.ts'
import { parseForm } from '../../plan/parseForm.ts'
import { LogicFault } from './errors.ts'
import { toSent } from './toSent.ts'

const noMoment = new Date(0)

/**
 * What an action gives, as JSON: the declared fields alone. Of a record it shows the id and the version, whatever the
 * action has read of it: the caller may see less than the action.
 */
export function toGivenJson(given: object, { name, gives }: Action, models: Models): string {
  const { values, faults } = parseForm(toSent(given, { model: gives, models, shown: ['id', 'version'] }), gives, {
    models,
    userId: null,
    moment: noMoment,
  })
  if (faults.size === 0) return JSON.stringify(values)
  const list = [...faults].map(([field, fault]) => `${field} ${fault}`).join('; ')
  throw new LogicFault(`${name} gives what it does not declare: ${list}.`)
}
