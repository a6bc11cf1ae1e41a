import { expect, it } from 'vitest'
import { contacts } from '../../test/harness/recordStatements.ts'
import { narrowGrant, authorizationsOf } from '../../test/harness/authorizations.ts'
import { userModel } from '../model/builtIn/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../plan/Plan.ts'
import { parseSelection } from '../plan/parseSelection.ts'
import { toChange } from '../plan/toChange.ts'
import { pathOf } from './pathOf.ts'

const [whole] = authorizationsOf(contacts)
const admin = whole?.authorization ?? expect.fail('The first authorization sees everything.')
const idempotency = { key: 'key', hash: 'hash' }

function contextOf(authorization: Authorization = admin, more: Partial<WriteContext> = {}): WriteContext {
  return { authorization, requestId: 'request', dryRun: false, ...more }
}

function createOf(
  context: WriteContext,
  more: Partial<CreatePlan> = {},
  model = 'com.example.contacts.Contact',
): CreatePlan {
  const plan = { operation: 'create', model: contacts.get(model), context, fields: [], values: [], given: [] } as const
  return { ...plan, relations: [], ...more }
}

function updateOf(context: WriteContext, more: Partial<UpdatePlan> = {}): UpdatePlan {
  return toChange({ model: contacts.get('com.example.contacts.Contact'), id: 1, version: 0, context, ...more })
}

const plainModel = contacts.get('com.example.contacts.Contact')
const relations = [{ relation: { type: 'links', name: 'tags' }, ids: [1] }] as unknown as CreatePlan['relations']
const showing = (...names: string[]) => ({ selection: parseSelection(names, plainModel, contacts) })
const dryRun = contextOf(admin, { dryRun: true })
const conditional = contextOf(narrowGrant(contacts))
const plain = createOf(contextOf())
const saveMany = { operation: 'saveMany', model: plain.model } as const
const removal = { operation: 'delete', model: plain.model, id: 1, version: 0 } as const

it.each([
  ['a record', plain, 'statement'],
  ['a record with links', createOf(contextOf(), { relations }), 'transaction'],
  ['a dry run of a create', createOf(dryRun), 'transaction'],
  ['a record by a user whose rules depend on it', createOf(conditional), 'transaction'],
  ['a user', createOf(contextOf(), {}, userModel), 'transaction'],
  ['a record that shows another', createOf(contextOf(), showing('company.name')), 'statement'],
  ['a record that shows a relation', createOf(contextOf(), showing('tags')), 'transaction'],
  ['a record that shows a relation of another', createOf(contextOf(), showing('company.contacts')), 'transaction'],
  ['a change', updateOf(contextOf()), 'statement'],
  ['a change that shows fields', updateOf(contextOf(), showing('email', 'company.name')), 'statement'],
  ['a change that shows a relation', updateOf(contextOf(), showing('interactions')), 'transaction'],
  ['a change with a key', updateOf(contextOf(admin, { idempotency })), 'statement'],
  ['a change with links', updateOf(contextOf(), { relations }), 'transaction'],
  ['a change by a user whose rules depend on it', updateOf(conditional), 'transaction'],
  ['a delete', { ...removal, context: contextOf() }, 'statement'],
  ['a dry run of a delete', { ...removal, context: dryRun }, 'transaction'],
  ['many new records', { ...saveMany, plans: [plain, plain], context: contextOf() }, 'statement'],
  [
    'many new records that show others of their model',
    { ...saveMany, plans: [plain], ...showing('company.contacts'), context: contextOf() },
    'transaction',
  ],
  [
    'many new records with a key',
    { ...saveMany, plans: [plain], context: contextOf(admin, { idempotency }) },
    'transaction',
  ],
  [
    'new and changed records',
    { ...saveMany, plans: [plain, updateOf(contextOf())], context: contextOf() },
    'transaction',
  ],
  [
    'many, one with links',
    { ...saveMany, plans: [plain, createOf(contextOf(), { relations })], context: contextOf() },
    'transaction',
  ],
] as const)('%s', (_, plan, path) => {
  expect(pathOf(plan)).toBe(path)
})
