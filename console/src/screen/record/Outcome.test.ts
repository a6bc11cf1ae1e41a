import { expect, it } from 'vitest'
import { type Draft, toSend } from '../../draft/Draft.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { en } from '../../i18n/en/en.ts'
import { settleOutcome } from './Outcome.ts'

const model: ModelMeta = {
  name: 'a.Person',
  label: 'Person',
  title: 'name',
  list: ['name'],
  fields: [
    { name: 'name', type: 'text', label: 'Name' },
    { name: 'tags', type: 'links', label: 'Tags', target: 'a.Tag' },
  ],
  may: { read: 'all', create: 'all', update: 'all', delete: 'all' },
}
const base: RecordJson = { id: 1, version: 4, name: 'Ada', tags: [{ id: 1 }] }
const mine: Draft = { base, edits: { name: 'Grace', tags: [{ id: 1 }, { id: 2 }] }, key: 'k' }
const current: RecordJson = { id: 1, version: 5, name: 'Augusta' }
const conflicts = [{ field: 'name', by: null, on: '' }]
const outcome = { is: 'conflict', conflict: { base, current, conflicts, mergeable: ['tags'] }, mine } as const

it('a clash that is settled keeps the links that others added meanwhile', () => {
  const read = { ...current, tags: [{ id: 1 }, { id: 9 }] }
  const settled = settleOutcome(mine, model, { ...outcome, choices: { name: { keep: 'yours' } } }, read, 'k')
  expect(toSend(settled, model, en).data).toEqual({
    version: 5,
    name: 'Grace',
    tags: [{ id: 1 }, { id: 9 }, { id: 2 }],
  })
})
