import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { model, text } from '../index.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { toModel } from '../model/toModel.ts'
import { writableFields } from '../plan/parseRecord.ts'
import { isSecretField, toPlainRecord, toWire } from './plainValues.ts'

const Item = everyType.get('org.example.archive.Item')
const fields = writableFields(Item)

/** A value of every field as a client sends it, and as the journal has it. */
const values: Record<string, [sent: unknown, plain: unknown]> = {
  name: ['x', 'x'],
  count: [3, 3],
  amount: ['1.5', '1.50'],
  open: [false, false],
  day: ['2026-01-31', '2026-01-31'],
  seenOn: ['2026-01-31T09:30:00+01:00', '2026-01-31T08:30:00.000Z'],
  state: ["owner's", "owner's"],
  extra: [
    { b: [1, null], a: 'x' },
    { b: [1, null], a: 'x' },
  ],
  shelf: [{ id: 7, version: 3, code: 'A' }, 7],
}

describe('plain values', () => {
  it('equal those of the journal: canonical, a reference as its id, JSON as it is', () => {
    const sent = fields.filter(({ name }) => name in values)
    const columns = sent.map((field) => {
      const reading = typeOf(field).read(values[field.name]?.[0], field, everyType)
      return 'value' in reading ? reading.value : reading.fault
    })
    const expected = Object.fromEntries(sent.map(({ name }) => [name, values[name]?.[1]]))
    expect(toPlainRecord({ fields: sent, values: columns })).toEqual(expected)
  })

  it('that are missing are null', () => {
    expect(toPlainRecord({ fields: fields.slice(0, 2), values: [null] })).toEqual({ name: null, code: null })
  })

  it('JSON that is a string, a number or the string "null" stays what it is', () => {
    const extra = fields.filter(({ name }) => name === 'extra')
    for (const value of ['text', 'null', '[1]', 7, false, []])
      expect(toPlainRecord({ fields: extra, values: [JSON.stringify(value)] })).toEqual({ extra: value })
  })
})

describe('plain values on the wire', () => {
  it.each<[string, unknown, unknown]>([
    ['shelf', 7, { id: 7 }],
    ['shelf', null, null],
    ['shelf', undefined, null],
    ['amount', '1.50', '1.50'],
    ['extra', { id: 7 }, { id: 7 }],
    ['gone', 7, 7],
    ['gone', undefined, null],
  ])('%s: %j goes as %j', (name, plain, wire) => {
    expect(toWire(name, plain, Item)).toEqual(wire)
  })
})

describe('secrets', () => {
  it('are recognised by their declaration', () => {
    const Safe = toModel(
      model({ name: 'org.example.Safe', title: 'name', fields: { name: text(), pin: text({ secret: true }) } }),
    )
    expect(['name', 'pin', 'gone'].map((name) => isSecretField(name, Safe))).toEqual([false, true, false])
  })
})
