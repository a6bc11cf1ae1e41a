import { Job } from '../model/builtIn/Job.ts'
import {
  jobModel,
  keyModel,
  roleModel,
  sessionModel,
  userModel,
  viewModel,
  webhookModel,
} from '../model/builtIn/names.ts'
import type { Models } from '../model/Models.ts'
import type { Action, Rule } from './Rule.ts'

const none = { read: false, create: false, update: false, delete: false }
const allUsers = { id: null, role: null, readFields: null, writeFields: null, ...none }
const own = { fieldName: 'user', operator: '=', value: '$user.id' }
const writableOfKey = ['user', 'name', 'expiresOn', 'roles']
const ownViews = { ...allUsers, model: viewModel, condition: { fieldName: 'owner', operator: '=', value: '$user.id' } }

/** Used instead of criteria in the rule for the caller's own roles: a role has no field with its users. */
export const heldRoles = { heldBy: '$user.id' }

/** Used instead of criteria in the rule for views that are shared with one of the caller's roles. */
export const sharedWithRoles = { sharedWith: '$user.id' }

/** The fields of the caller's own user that the caller may not read. */
const hiddenOfOwnUser = ['password', 'disabled']

/**
 * Returns what every user with a session may do: read their own user, the names of their roles, their sessions, their
 * keys and the views that they own or that are shared with them, end sessions, and write keys and views. Sharing a view
 * takes a rule: its roles are not among the fields that everybody may write.
 */
export function ownRulesOfSession(models: Models): readonly Rule[] {
  return [
    ...ownRecords(models),
    { ...allUsers, model: sessionModel, condition: own, read: true, delete: true },
    {
      ...allUsers,
      model: keyModel,
      condition: own,
      read: true,
      create: true,
      update: true,
      delete: true,
      writeFields: writableOfKey,
    },
    { ...ownViews, create: true, update: true, delete: true, writeFields: unsharedFields(models) },
  ]
}

/**
 * Returns what every API key may do, whatever roles its user has: create other keys, but not change them, delete only
 * itself, and read the views of its user.
 */
export function ownRulesOfKey(models: Models): readonly Rule[] {
  return [
    ...ownRecords(models),
    { ...allUsers, model: keyModel, condition: own, read: true, create: true, writeFields: writableOfKey },
    deleteItself,
  ]
}

/** Holds only for the API key that the request was sent with, not for other keys of its user. */
export const deleteItself: Rule = { ...allUsers, model: keyModel, condition: own, delete: true }

function ownRecords(models: Models): readonly Rule[] {
  const user = models.find(userModel)
  const names = [...(user?.fields ?? []), ...(user?.relations ?? [])].map(({ name }) => name)
  return [
    {
      ...allUsers,
      model: userModel,
      condition: { fieldName: 'id', operator: '=', value: '$user.id' },
      read: true,
      readFields: names.filter((name) => !hiddenOfOwnUser.includes(name)),
    },
    { ...allUsers, model: roleModel, condition: heldRoles, read: true, readFields: ['name', 'help'] },
    { ...ownViews, read: true },
    { ...allUsers, model: viewModel, condition: sharedWithRoles, read: true },
  ]
}

/** What everybody may write of their own views: all but the roles that they are shared with. */
function unsharedFields(models: Models): string[] {
  return (models.find(viewModel)?.fields ?? []).map(({ name }) => name)
}

/** The fields that only the service writes, by model. */
const closedFields: ReadonlyMap<string, readonly string[]> = new Map([
  [sessionModel, ['user', 'tokenHash', 'usedOn', 'agent']],
  [keyModel, ['start', 'tokenHash', 'usedOn']],
  [jobModel, Object.keys(Job.fields).filter((name) => name !== 'state')],
  [webhookModel, ['previousSecret', 'secretChangedOn']],
])

/** The fields of a model that only the service writes. Nobody else creates a job, not even by its state alone. */
export function closedFieldsOf(modelName: string, action: Action): readonly string[] {
  if (action !== 'create' && action !== 'update') return []
  const closed = closedFields.get(modelName) ?? []
  return modelName === jobModel && action === 'create' ? [...closed, 'state'] : closed
}
