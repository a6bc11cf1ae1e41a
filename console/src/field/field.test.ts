import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { createFormats } from './createFormats.ts'
import { findJsonFault } from './findJsonFault.ts'
import { showValue } from './kinds.ts'
import { readSet } from './readSet.ts'

function isJson(source: string): boolean {
  try {
    JSON.parse(source)
    return true
  } catch {
    return false
  }
}

describe('the fault of a JSON text', () => {
  it.each([
    ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['{"a": }', 1, 7],
    ['[1,]', 1, 4],
    ['{} {}', 1, 4],
    ['', 1, 1],
    ['01', 1, 2],
    ['"a\nb"', 1, 1],
  ])('%j is at line %i, column %i', (source, line, column) => {
    expect(findJsonFault(source)).toEqual({ line, column })
  })

  it('is found in every text that the engine refuses, and in no other', () => {
    const mangled = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', ' ', '1'))
      .map(([source, at, put]) => {
        const cut = at % (source.length + 1)
        return source.slice(0, cut) + put + source.slice(cut + 1)
      })
    const agrees = (source: string) => {
      expect(findJsonFault(source) === undefined).toBe(isJson(source))
    }
    fc.assert(fc.property(fc.oneof(fc.json(), mangled, fc.string()), agrees))
  })
})

describe('a value by its view', () => {
  const formats = createFormats(en, 'en-US', 'UTC')
  const decimal: FieldMeta = { name: 'credit', type: 'decimal', label: 'Credit' }

  it('keeps all its digits as money, and has a sign as a part of a hundred', () => {
    expect(showValue('1234567.50', { ...decimal, view: 'money' }, formats)).toBe('1,234,567.50')
    expect(showValue('12.5', { ...decimal, view: 'percent' }, formats)).toBe('12.5 %')
  })
})

describe('what an address fills in', () => {
  const fields: readonly FieldMeta[] = [
    { name: 'name', type: 'text', label: 'Name' },
    { name: 'vip', type: 'boolean', label: 'VIP' },
    { name: 'company', type: 'reference', label: 'Company', target: 'a.Company' },
    { name: 'tags', type: 'links', label: 'Tags', target: 'a.Tag' },
    { name: 'pin', type: 'text', label: 'Pin', secret: true },
    { name: 'full', type: 'computed', label: 'Full' },
  ]
  const model = { name: 'a.Person', label: 'Person', title: 'name', list: [], fields, may: {} } as unknown as ModelMeta

  it('are inputs of the fields that people fill in', () => {
    const set = { name: 'Ada: B', vip: 'true', company: '5', tags: '1,x,2', pin: '1234', full: 'x', nothing: 'x' }
    expect(readSet(model, set)).toEqual({
      name: 'Ada: B',
      vip: true,
      company: { id: 5 },
      tags: [{ id: 1 }, { id: 2 }],
    })
  })
})
