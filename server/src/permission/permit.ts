import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Rights } from './Rights.ts'
import type { Action } from './Rule.ts'

/**
 * The model that a caller names, provided that they may do one of the actions with it. One that they may not use at all
 * does not exist.
 */
export function permit(modelName: string, wanted: readonly Action[], rights: Rights): Model {
  const model = rights.known.require(modelName)
  if (wanted.some((action) => rights.of(model, action).length > 0)) return model
  throw notPermitted(wanted[0] ?? 'read', model)
}

export function notPermitted(action: Action, { name }: Model): Failure {
  return new Failure(
    'not-permitted',
    `You may not ${action} records of ${name}. GET /ws/explain/${name}?action=${action} tells why; ` +
      'an administrator can give you a role that may.',
  )
}

/** The caller may write such a record, but not with what they sent; the names are those of the fields that decide. */
export function notWithValues(action: 'create' | 'update', { name }: Model, fields: readonly string[]): Failure {
  const may =
    action === 'create' ? `You may create records of ${name}, but not with` : 'You may update this record, but not to'
  const which = fields.length === 0 ? '' : `: ${fields.join(', ')}`
  const message = `${may} these values${which}. GET /ws/explain/${name}?action=${action} tells which rules there are.`
  return new Failure('not-permitted', message, fields.length === 0 ? {} : { data: { fields } })
}
