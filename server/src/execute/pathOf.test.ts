import { expect, it } from 'vitest'
import { contacts } from '../../test/harness/recordStatements.ts'
import { narrowGrant, sightsOf } from '../../test/harness/sights.ts'
import { userModel } from '../model/builtIn/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { CreatePlan, UpdatePlan, WriteNote } from '../plan/Plan.ts'
import { toChange } from '../plan/toChange.ts'
import { pathOf } from './pathOf.ts'

const [whole] = sightsOf(contacts)
const admin = whole?.authorization ?? expect.fail('There is one who sees everything.')
const once = { key: 'key', hash: 'hash' }

function noteOf(authorization: Authorization = admin, more: Partial<WriteNote> = {}): WriteNote {
  return { authorization, requestId: 'request', dryRun: false, ...more }
}

function createOf(note: WriteNote, more: Partial<CreatePlan> = {}, model = 'com.example.contacts.Contact'): CreatePlan {
  const plan = { operation: 'create', model: contacts.get(model), note, fields: [], values: [], given: [] } as const
  return { ...plan, relations: [], ...more }
}

function updateOf(note: WriteNote, more: Partial<UpdatePlan> = {}): UpdatePlan {
  return toChange({ model: contacts.get('com.example.contacts.Contact'), id: 1, version: 0, note, ...more })
}

const relations = [{ relation: { type: 'links', name: 'tags' }, ids: [1] }] as unknown as CreatePlan['relations']
const tried = noteOf(admin, { dryRun: true })
const ruled = noteOf(narrowGrant(contacts))
const plain = createOf(noteOf())
const bulk = { operation: 'bulk', model: plain.model } as const
const gone = { operation: 'delete', model: plain.model, id: 1, version: 0 } as const

it.each([
  ['a record', plain, 'statement'],
  ['a record with links', createOf(noteOf(), { relations }), 'transaction'],
  ['a record that is only tried', createOf(tried), 'transaction'],
  ['a record by somebody whose rules depend on it', createOf(ruled), 'transaction'],
  ['a user', createOf(noteOf(), {}, userModel), 'transaction'],
  ['a change', updateOf(noteOf()), 'statement'],
  ['a change with a key', updateOf(noteOf(admin, { once })), 'statement'],
  ['a change with links', updateOf(noteOf(), { relations }), 'transaction'],
  ['a change by somebody whose rules depend on it', updateOf(ruled), 'transaction'],
  ['a delete', { ...gone, note: noteOf() }, 'statement'],
  ['a delete that is only tried', { ...gone, note: tried }, 'transaction'],
  ['many new records', { ...bulk, plans: [plain, plain], note: noteOf() }, 'statement'],
  ['many new records with a key', { ...bulk, plans: [plain], note: noteOf(admin, { once }) }, 'transaction'],
  ['new and changed records', { ...bulk, plans: [plain, updateOf(noteOf())], note: noteOf() }, 'transaction'],
  [
    'many, one with links',
    { ...bulk, plans: [plain, createOf(noteOf(), { relations })], note: noteOf() },
    'transaction',
  ],
] as const)('%s', (_, plan, path) => {
  expect(pathOf(plan)).toBe(path)
})
