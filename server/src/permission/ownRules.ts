import { keyModel, sessionModel, userModel } from '../model/builtIn/names.ts'
import type { Rule } from './Rule.ts'

const none = { read: false, create: false, update: false, delete: false }
const everybody = { id: null, role: null, readFields: null, writeFields: null, ...none }
const own = { fieldName: 'user', operator: '=', value: '$user.id' }

/** What everybody may do who can log in: look at themselves, at their sessions and keys, and end those. */
export const ownRules: readonly Rule[] = [
  {
    ...everybody,
    model: userModel,
    condition: { fieldName: 'id', operator: '=', value: '$user.id' },
    read: true,
    readFields: ['username', 'name', 'admin', 'roles'],
  },
  { ...everybody, model: sessionModel, condition: own, read: true, delete: true },
  {
    ...everybody,
    model: keyModel,
    condition: own,
    read: true,
    create: true,
    update: true,
    delete: true,
    writeFields: ['user', 'name', 'expiresOn', 'roles'],
  },
]

/** What the service alone writes, whoever asks. */
export const closedFields: ReadonlyMap<string, readonly string[]> = new Map([
  [sessionModel, ['user', 'tokenHash', 'usedOn', 'agent']],
  [keyModel, ['start', 'tokenHash', 'usedOn']],
])
