import { Failure } from '../failure/failure.ts'
import { type Model, writeActions } from '../model/Model.ts'
import type { Rights } from './Rights.ts'
import type { Action } from './Rule.ts'

/**
 * Returns the model that a caller names, if one of the actions on it is allowed. If no action at all is allowed, the
 * model does not exist for the caller.
 */
export function permit(modelName: string, wanted: readonly Action[], rights: Rights): Model {
  const model = rights.known.require(modelName)
  if (wanted.some((action) => rights.of(model, action).length > 0)) return model
  throw notPermitted(wanted[0] ?? 'read', model, rights)
}

/** The same for a list. Without a rule that shows users, everybody reads their own user, and no list of users. */
export function permitList(modelName: string, rights: Rights): Model {
  const model = permit(modelName, ['read'], rights)
  if (rights.mayList(model)) return model
  throw new Failure(
    'not-permitted',
    `You may not list records of ${modelName}; you read your own by its id. ` +
      'An administrator can give you a role that allows it.',
  )
}

/** The same for an export. */
export function permitExport(modelName: string, rights: Rights): Model {
  const model = permitList(modelName, rights)
  if (rights.forExport().mayList(model)) return model
  throw new Failure(
    'not-permitted',
    `You may read records of ${modelName}, and not export them. An administrator can give you a role that allows it.`,
  )
}

/** Returns the failure for an action that no rule allows, or that only logic does. */
export function notPermitted(action: Action, model: Model, rights: Rights): Failure {
  const { name } = model
  if (rights.isReserved(model, action)) return new Failure('not-permitted', writtenByActions(model, rights))
  return new Failure(
    'not-permitted',
    `You may not ${action} records of ${name}. GET /ws/explain/${name}?action=${action} explains why. ` +
      'An administrator can give you a role that allows it.',
  )
}

/** Says who writes the records of a model that requests do not write, and by which actions the caller can. */
export function writtenByActions(model: Model, rights: Rights): string {
  const names = rights.writersOf(model)
  const which = names.length === 0 ? 'actions' : `actions: ${names.join(', ')}`
  const reserved = writeActions.filter((action) => rights.isReserved(model, action))
  const isAll = reserved.length === writeActions.length
  const what = isAll ? 'written' : reserved.map((action) => verbs[action]).join(' and ')
  return `Records of ${model.name} are ${what} by ${which}.`
}

const verbs = { create: 'created', update: 'updated', delete: 'deleted' } as const

/** Returns the failure for an action that rules allow for some records of the model, but not for this one. */
export function notThisRecord(action: Action, { name }: Model, id: number): Failure {
  return new Failure(
    'not-permitted',
    `You may ${action} some records of ${name}, and this is not one of them. ` +
      `GET /ws/explain/${name}/${id}?action=${action} explains why.`,
  )
}

/** Returns the failure for a write that is allowed, but not with these values. `fields` are those that rules test. */
export function notWithValues(action: 'create' | 'update', { name }: Model, fields: readonly string[]): Failure {
  const allowed =
    action === 'create' ? `You may create records of ${name}, but not with` : 'You may update this record, but not to'
  const which = fields.length === 0 ? '' : `: ${fields.join(', ')}`
  const message = `${allowed} these values${which}. GET /ws/explain/${name}?action=${action} lists the rules.`
  return new Failure('not-permitted', message, fields.length === 0 ? {} : { data: { fields } })
}
