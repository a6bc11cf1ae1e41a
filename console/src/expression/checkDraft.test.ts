import { expect, it } from 'vitest'
import { date, integer, text } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import { draftOf, withEdit } from '../draft/Draft.ts'
import { en } from '../i18n/en/en.ts'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import { checkDraft } from './checkDraft.ts'
import { FormValues } from './FormValues.ts'

// The trees are those that the service sends.
const model = describeModel({
  name: 'test.Loan',
  title: 'id',
  fields: { fromOn: date(), dueOn: date(), copies: integer(), note: text({ max: 40 }) },
  checks: [
    { name: 'order', fields: ['dueOn'], holds: 'dueOn >= fromOn', message: 'is too early' },
    {
      name: 'many',
      fields: ['note', 'copies'],
      when: { fieldName: 'copies', operator: '>', value: 5 },
      holds: { fieldName: 'note', operator: 'notNull' },
      message: 'needs a note',
    },
    {
      name: 'word',
      fields: ['note'],
      holds: { fieldName: 'note', operator: 'like', value: '%please%' },
      message: 'must be polite',
    },
    { name: 'also', fields: ['dueOn'], holds: "dueOn != '2026-01-01'", message: 'is a holiday' },
  ],
})

function check(typed: Readonly<Record<string, Json>>, base?: RecordJson) {
  const draft = Object.entries(typed).reduce(
    (before, [name, input]) => {
      const field = model.fields.find((each) => each.name === name)
      return field ? withEdit(before, field, input, 'key') : before
    },
    draftOf(base, 'key'),
  )
  return checkDraft(draft, model, new FormValues(draft, model, en, {}, () => undefined))
}

it('a broken check speaks at all its fields, the first of several at one', () => {
  expect(check({ fromOn: '2026-01-02', dueOn: '2026-01-01' }).broken).toEqual({ dueOn: 'is too early' })
  expect(check({ dueOn: '2026-01-01' }).broken).toEqual({ dueOn: 'is a holiday' })
  expect(check({ copies: '6' }).broken).toEqual({ note: 'needs a note', copies: 'needs a note' })
  expect(check({ copies: '5' }).broken).toEqual({})
})

it('what is missing, unfinished or unknown here breaks nothing', () => {
  expect(check({ fromOn: '2026-01-02', dueOn: 'incomplete' }).broken).toEqual({})
  expect(check({ fromOn: '2026-01-02' }).broken).toEqual({})
  expect(check({ note: 'now!' }).broken).toEqual({})
})

it('a record that nobody touches is left alone', () => {
  const base = { id: 1, version: 0, fromOn: '2026-01-02', dueOn: '2026-01-01', copies: null, note: null }
  expect(check({}, base).broken).toEqual({})
  expect(check({ copies: '1' }, base).broken).toEqual({ dueOn: 'is too early' })
})

it('a refusal of a check ends when it is known to be met', () => {
  const draft = check({ fromOn: '2026-01-02', dueOn: '2026-01-03', note: 'now!' })
  expect(draft.isMet('dueOn', 'is too early')).toBe(true)
  expect(draft.isMet('note', 'must be polite')).toBe(false)
  expect(draft.isMet('dueOn', 'is lent in that time')).toBe(false)
  expect(check({ fromOn: '2026-01-02', dueOn: '2026-01-01' }).isMet('dueOn', 'is too early')).toBe(false)
})
