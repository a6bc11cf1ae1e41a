import { Factor } from '../model/builtIn/Factor.ts'
import { Identity } from '../model/builtIn/Identity.ts'
import { Job } from '../model/builtIn/Job.ts'
import { Notice } from '../model/builtIn/Notice.ts'
import {
  dashboardModel,
  factorModel,
  favoriteModel,
  identityModel,
  jobModel,
  keyModel,
  noticeModel,
  roleModel,
  sessionModel,
  userModel,
  viewModel,
  webhookModel,
} from '../model/builtIn/names.ts'
import { Session } from '../model/builtIn/Session.ts'
import type { Models } from '../model/Models.ts'
import type { Action, Rule } from './Rule.ts'

const none = { read: false, create: false, update: false, delete: false }
const allUsers = { id: null, role: null, readFields: null, writeFields: null, ...none }
const own = { fieldName: 'user', operator: '=', value: '$user.id' }
const writableOfKey = ['user', 'name', 'expiresOn', 'writes', 'models', 'networks', 'roles']
const owned = { fieldName: 'owner', operator: '=', value: '$user.id' }
/** What users keep for themselves and may share with roles. */
const shareable = [viewModel, dashboardModel]

/** Used instead of criteria in the rule for the caller's own roles: a role has no field with its users. */
export const heldRoles = { heldBy: '$user.id' }

/** Used instead of criteria in the rule for what is shared with one of the caller's roles. */
export const sharedWithRoles = { sharedWith: '$user.id' }

/** The fields of the caller's own user that the caller may not read. */
const hiddenOfOwnUser = ['password', 'disabled']

/**
 * Returns what every user with a session may do: read their own user by its id, the names of their roles, their
 * sessions, their tied logins, their factors, their keys, their notices, their favourites, and the views and dashboards
 * that they own or that are shared with them, end sessions, remove factors, say that they have seen a notice, and write
 * keys, views, dashboards and favourites. Sharing takes a rule: the roles are not among the fields that everybody may
 * write.
 */
export function ownRulesOfSession(models: Models): readonly Rule[] {
  return [
    ...ownRecords(models),
    { ...allUsers, model: sessionModel, condition: own, read: true, delete: true },
    { ...allUsers, model: identityModel, condition: own, read: true },
    { ...allUsers, model: factorModel, condition: own, read: true, delete: true },
    { ...allUsers, model: noticeModel, condition: own, update: true, delete: true },
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
    ...shareable.map((model) => {
      const writing = { create: true, update: true, delete: true, writeFields: unsharedFields(model, models) }
      return { ...allUsers, model, condition: owned, ...writing }
    }),
    { ...allUsers, model: favoriteModel, condition: own, create: true, update: true, delete: true },
  ]
}

/**
 * Returns what every API key may do, whatever roles its user has: create other keys, but not change them, delete only
 * itself, and read the notices, favourites, views and dashboards of its user.
 */
export function ownRulesOfKey(models: Models): readonly Rule[] {
  return [
    ...ownRecords(models),
    { ...allUsers, model: keyModel, condition: own, read: true, create: true, writeFields: writableOfKey },
    deleteItself,
  ]
}

/** The same for a key that writes nothing. */
export function ownRulesOfReadingKey(models: Models): readonly Rule[] {
  return ownRulesOfKey(models)
    .filter(({ read }) => read)
    .map((rule) => ({ ...rule, create: false, update: false, delete: false }))
}

/**
 * The same for an access token of a provider: it reads, and makes nothing that would be left when it is taken back.
 */
export function ownRulesOfToken(models: Models): readonly Rule[] {
  return ownRecords(models)
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
      byId: true,
      readFields: names.filter((name) => !hiddenOfOwnUser.includes(name)),
    },
    { ...allUsers, model: roleModel, condition: heldRoles, read: true, readFields: ['name', 'help'] },
    ...shareable.map((model) => ({ ...allUsers, model, condition: owned, read: true })),
    { ...allUsers, model: noticeModel, condition: own, read: true },
    { ...allUsers, model: favoriteModel, condition: own, read: true },
    ...shareable.map((model) => ({ ...allUsers, model, condition: sharedWithRoles, read: true })),
  ]
}

/** What everybody may write of what they own: all but the roles that it is shared with. */
function unsharedFields(modelName: string, models: Models): string[] {
  return (models.find(modelName)?.fields ?? []).map(({ name }) => name)
}

/** The fields that only the service writes, by model. */
const closedFields: ReadonlyMap<string, readonly string[]> = new Map([
  [sessionModel, Object.keys(Session.fields)],
  [identityModel, Object.keys(Identity.fields)],
  [factorModel, Object.keys(Factor.fields)],
  [keyModel, ['start', 'tokenHash', 'usedOn']],
  [jobModel, Object.keys(Job.fields).filter((name) => name !== 'state')],
  [webhookModel, ['previousSecret', 'secretChangedOn']],
  [noticeModel, Object.keys(Notice.fields).filter((name) => name !== 'seenOn')],
])

/** What people may change of records that only the service creates. */
const openToUpdates: ReadonlyMap<string, readonly string[]> = new Map([
  [jobModel, ['state']],
  [noticeModel, ['seenOn']],
])

/** The fields that rules never include: administrators alone write them. */
const adminFields: ReadonlyMap<string, readonly string[]> = new Map([
  [userModel, ['emailVerifiedOn', 'externalId', 'provisioned']],
  [keyModel, ['scope']],
])

/** The fields of a model that administrators alone write. */
export function adminFieldsOf(modelName: string, action: Action): readonly string[] {
  return action === 'create' || action === 'update' ? (adminFields.get(modelName) ?? []) : []
}

/**
 * The fields of a model that only the service writes. Nobody else creates a job or a notice, not even by the field that
 * people may change.
 */
export function closedFieldsOf(modelName: string, action: Action): readonly string[] {
  if (action !== 'create' && action !== 'update') return []
  const closed = closedFields.get(modelName) ?? []
  return action === 'create' ? [...closed, ...(openToUpdates.get(modelName) ?? [])] : closed
}
