import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shop } from '../../../test/harness/shop.ts'
import { checkField } from '../checkField.ts'
import { typeOf } from './fieldTypes.ts'
import { text, type TextOptions } from './text.ts'
import { tidyings, tidyText, type Tidying } from './tidy.ts'

function toField(options: TextOptions) {
  const models = shop({ value: text(options) })
  const model = models.get('shop.Item')
  const field = model.fields.find(({ name }) => name === 'value')
  if (!field) throw new Error('The model has no field.')
  return { field, model, models }
}

function read(options: TextOptions, value: unknown) {
  const { field, models } = toField(options)
  return typeOf(field).read(value, field, models)
}

describe('tidyText', () => {
  it.each<[Tidying[], string, string]>([
    [['trim'], ' \t\u00a0 a b \u3000\r\n', 'a b'],
    [['lower'], 'ÀB ÉCOLE ΣΑΣ', 'àb école σας'],
    [['upper'], 'straße ñ', 'STRASSE Ñ'],
    [['spaces'], ' a \t\n  b ', ' a b '],
    [['nfc'], 'Cafe\u0301', 'Café'],
    [['upper', 'trim', 'spaces'], '  acme   ltd ', 'ACME LTD'],
    [['nfc', 'upper'], 'e\u0301', 'É'],
  ])('%j makes %j into %j', (tidy, given, tidied) => {
    expect(tidyText(given, { tidy })).toBe(tidied)
  })

  it('leaves line breaks of multiline text alone', () => {
    expect(tidyText('  one \t two\n\n three ', { tidy: ['spaces', 'trim'], multiline: true })).toBe('one two\n\n three')
  })

  it('does not change tidy text, whatever is declared', () => {
    const kinds = fc
      .uniqueArray(fc.constantFrom(...tidyings.filter((one) => one !== 'upper')))
      .chain((some) =>
        fc.boolean().map((upper) => (upper ? some.map((one) => (one === 'lower' ? ('upper' as const) : one)) : some)),
      )
    const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
    const anyText = fc.array(fc.oneof(anyCharacter, fc.constantFrom(' ', '\t', '\u0301', 'É')), { maxLength: 8 })
    fc.assert(
      fc.property(kinds, anyText, fc.boolean(), (tidy, given, multiline) => {
        const once = tidyText(given.join(''), { tidy, multiline })
        return tidyText(once, { tidy, multiline }) === once
      }),
      { numRuns: 500 },
    )
  })
})

describe('a text field that is tidied', () => {
  it('is checked in its tidy form', () => {
    expect(read({ tidy: ['trim', 'lower'], format: 'email' }, ' Ada@EXAMPLE.com\n')).toEqual({
      value: 'ada@example.com',
    })
    expect(read({ tidy: ['trim'], max: 3 }, ' abc ')).toEqual({ value: 'abc' })
    expect(read({ tidy: ['upper'], pattern: '[A-Z]{2}' }, 'fr')).toEqual({ value: 'FR' })
    expect(read({ tidy: ['trim'] }, 'a\nb')).toEqual({ fault: 'must be one line' })
  })

  it('has no value in text of white space alone, if that is trimmed', () => {
    expect(read({ tidy: ['trim'], required: true }, ' \t ')).toEqual({ fault: 'is required' })
    expect(read({ tidy: ['lower'], required: true }, ' ')).toEqual({ value: ' ' })
    expect(read({ tidy: ['trim'] }, ' ')).toEqual({ value: '' })
  })

  it('tidies what it is compared with, and normalizes patterns', () => {
    const { field, models } = toField({ tidy: ['trim', 'upper', 'nfc'] })
    expect(typeOf(field).parseOperand?.(' e\u0301a ', field, models)).toEqual({ value: 'ÉA' })
    expect(typeOf(field).parsePattern?.(' e\u0301% ', field)).toBe(' é% ')
  })

  it.each<[unknown, string[]]>([
    [['trim', 'nfc'], []],
    ['trim', ["tidy must be a list of trim, lower, upper, spaces, nfc, such as tidy: ['trim', 'lower']"]],
    [[], ["tidy must be a list of trim, lower, upper, spaces, nfc, such as tidy: ['trim', 'lower']"]],
    [
      ['trims'],
      ['tidy has "trims", which is not known: choose from trim, lower, upper, spaces, nfc. Did you mean "trim"?'],
    ],
    [['trim', 'trim'], ['tidy must not name the same twice']],
    [['upper', 'lower'], ['tidy takes lower or upper, and not both']],
  ])('with tidy: %j has the mistakes %j', (tidy, mistakes) => {
    const { field, model, models } = toField({ tidy: tidy as Tidying[] })
    expect(checkField(field, model, models, (name) => models.find(name))).toEqual(mistakes)
  })
})
