import { keyModel, roleModel, sessionModel, userModel } from '../model/builtIn/names.ts'
import type { Models } from '../model/Models.ts'
import type { Rule } from './Rule.ts'

const none = { read: false, create: false, update: false, delete: false }
const everybody = { id: null, role: null, readFields: null, writeFields: null, ...none }
const own = { fieldName: 'user', operator: '=', value: '$user.id' }
const writableOfKey = ['user', 'name', 'expiresOn', 'roles']

/** What the rule about the caller's own roles says in place of criteria: roles do not know who has them. */
export const heldRoles = { heldBy: '$user.id' }

/** Of the caller's own user: nothing that tells how one logs in. */
const neverShown = ['password', 'disabled']

/**
 * What all users may do who have a session: read their own user, the names of their roles, their sessions and their
 * keys, end sessions, and write keys.
 */
export function ownRulesOfSession(models: Models): readonly Rule[] {
  return [
    ...parseOwn(models),
    { ...everybody, model: sessionModel, condition: own, read: true, delete: true },
    {
      ...everybody,
      model: keyModel,
      condition: own,
      read: true,
      create: true,
      update: true,
      delete: true,
      writeFields: writableOfKey,
    },
  ]
}

/**
 * What an API key may do, whatever its user's roles are: it makes other keys, changes none, and deletes itself alone.
 */
export function ownRulesOfKey(models: Models): readonly Rule[] {
  return [
    ...parseOwn(models),
    { ...everybody, model: keyModel, condition: own, read: true, create: true, writeFields: writableOfKey },
    deleteItself,
  ]
}

/** Holds for the API key that the request was sent with, and for no other key of its user. */
export const deleteItself: Rule = { ...everybody, model: keyModel, condition: own, delete: true }

function parseOwn(models: Models): readonly Rule[] {
  const user = models.find(userModel)
  const names = [...(user?.fields ?? []), ...(user?.relations ?? [])].map(({ name }) => name)
  return [
    {
      ...everybody,
      model: userModel,
      condition: { fieldName: 'id', operator: '=', value: '$user.id' },
      read: true,
      readFields: names.filter((name) => !neverShown.includes(name)),
    },
    { ...everybody, model: roleModel, condition: heldRoles, read: true, readFields: ['name', 'help'] },
  ]
}

/** What the service alone writes, whoever asks. */
export const closedFields: ReadonlyMap<string, readonly string[]> = new Map([
  [sessionModel, ['user', 'tokenHash', 'usedOn', 'agent']],
  [keyModel, ['start', 'tokenHash', 'usedOn']],
])
