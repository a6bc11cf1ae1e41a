import { describe, expect, it } from 'vitest'
import type { FieldMeta, Json, ModelMeta } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { findColleagueChange } from './colleagueValues.ts'

/** What the colleague would put into a field of which `base` was read and `input` is typed. */
function valuesOf(field: Partial<FieldMeta>, base: Json, input: Json): readonly Json[] | undefined {
  const whole: FieldMeta = { name: 'f', label: 'F', type: 'text', ...field }
  const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
  const model: ModelMeta = { name: 'M', label: 'M', title: 'f', list: ['f'], fields: [whole], may }
  const draft = { base: { id: 1, version: 0, f: base }, edits: { f: input }, key: 'k' }
  return findColleagueChange(draft, model, en)?.values
}

describe('the made-up colleague writes what differs from both sides', () => {
  it.each<[string, Partial<FieldMeta>, Json, Json, Json]>([
    ['text', {}, 'Ada', 'Adah', 'Ada (Robin)'],
    ['text without a value', {}, null, 'Ada', '(Robin)'],
    ['a short text', { max: 6 }, 'Ada', 'Adah', 'Robin)'],
    ['an address', { format: 'email' }, 'a@b.example', 'c@b.example', 'robin@example.com'],
    ['a number by its last digit', { pattern: '[0-9 ]+' }, '01 29', '01 28', '01 20'],
    ['a number of which nobody knew one', { pattern: '[0-9 ]+' }, null, '01 28', '01 29'],
    ['a whole number', { type: 'integer' }, 7, '8', 6],
    ['an amount', { type: 'decimal' }, '12.50', '13.00', '12.51'],
    ['yes, if no was typed over nothing', { type: 'boolean' }, null, false, true],
    ['nothing, if yes was typed over no', { type: 'boolean' }, false, true, null],
    ['the third choice', { type: 'choice', values: ['a', 'b', 'c'] }, 'a', 'b', 'c'],
    ['the day after', { type: 'date' }, '2026-01-31', '2026-03-01', '2026-02-01'],
    ['no record', { type: 'reference', target: 'M' }, { id: 1 }, { id: 2 }, null],
  ])('%s', (_, field, base, input, expected) => {
    expect(valuesOf(field, base, input)?.[0]).toBe(expected)
  })

  it.each<[string, Partial<FieldMeta>, Json, Json]>([
    ['a required boolean', { type: 'boolean', required: true }, false, true],
    ['a secret', { secret: true }, null, 'x'],
    ['JSON', { type: 'json' }, null, '{}'],
  ])('and leaves %s alone', (_, field, base, input) => {
    expect(valuesOf(field, base, input)).toBeUndefined()
  })
})
