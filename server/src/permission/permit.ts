import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Rights } from './Rights.ts'
import type { Action } from './Rule.ts'

/** The model that a caller names, provided that they may do one of the actions with it. One that they may not use at all does not exist. */
export function permit(modelName: string, wanted: readonly Action[], rights: Rights): Model {
  const model = rights.known.require(modelName)
  if (wanted.some((action) => rights.of(model, action).length > 0)) return model
  throw notPermitted(wanted[0] ?? 'read', model)
}

export function notPermitted(action: Action, { name }: Model): Failure {
  return new Failure(
    'not-permitted',
    `You may not ${action} records of ${name}. GET /ws/explain/${name}?action=${action} tells why; an administrator can give you a role that may.`,
  )
}
