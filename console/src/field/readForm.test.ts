import { describe, expect, it } from 'vitest'
import type { FieldMeta } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { firstInputs, readForm } from './readForm.ts'

const day: FieldMeta = { name: 'day', type: 'date', label: 'Day', required: true }
const today: FieldMeta = { ...day, name: 'today', default: '$today' }
const count: FieldMeta = { name: 'count', type: 'integer', label: 'Count', default: 1 }
const note: FieldMeta = { name: 'note', type: 'text', label: 'Note' }
const fields = [day, today, count, note]

describe('a form of fields', () => {
  it('begins with their defaults, but for those of the moment', () => {
    expect(firstInputs(fields)).toEqual({ day: '', today: '', count: '1', note: '' })
  })

  it('sends what has a value, and says what is missing or wrong', () => {
    expect(readForm(fields, { ...firstInputs(fields), day: '2026-03-12' }, en)).toEqual({
      values: { day: '2026-03-12', count: 1 },
    })
    expect(readForm(fields, { ...firstInputs(fields), count: 'many' }, en)).toEqual({
      faults: { day: en.fault.required, count: expect.any(String) },
    })
  })
})
