import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyType } from '../../../test/harness/everyType.ts'
import * as exported from '../../index.ts'
import { name as quoted } from '../../sql/sql.ts'
import type { Field } from './Field.ts'
import { fieldTypes, typeOf } from './fieldTypes.ts'

const fields = new Map(everyType.get('org.example.archive.Item').fields.map((field) => [field.name, field]))

function fieldOf(name: string): Field {
  const field = fields.get(name)
  if (!field) throw new Error(`The model has no field ${name}.`)
  return field
}

function read(name: string, value: unknown) {
  const field = fieldOf(name)
  return typeOf(field).read(value, field, everyType)
}

const day = 'must be a date, such as "2026-01-31"'
const moment = 'must be a date and time with its zone, such as "2026-01-31T08:30:00Z", exact to the millisecond at most'
const whole = 'must be a whole number between -9007199254740991 and 9007199254740991'
const amount = 'must be a decimal number as a string, such as "12.50"'
const email = 'must be an e-mail address, such as ada@example.com'
const url = 'must be a web address that begins with http:// or https://'
const halfPair = 'must be well-formed Unicode: it contains half of a surrogate pair'
const state = "must be one of new, used, owner's"

/** Values as a client sends them, and what the column gets. */
const kept: [field: string, sent: unknown, column: unknown][] = [
  ['name', '', ''],
  ['name', ' Ü漢字😀 "quoted" \\ ; drop table x; -- ', ' Ü漢字😀 "quoted" \\ ; drop table x; -- '],
  ['name', '😀'.repeat(50), '😀'.repeat(50)],
  ['name', 'e\u0301', 'e\u0301'],
  ['notes', 'one\ntwo\r\nthree', 'one\ntwo\r\nthree'],
  ['code', 'AB-12', 'AB-12'],
  ['email', 'ada.lovelace+x@mail.example.com', 'ada.lovelace+x@mail.example.com'],
  ['email', 'jörg@exämple.de', 'jörg@exämple.de'],
  ['website', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['website', 'HTTP://EXAMPLE.COM', 'HTTP://EXAMPLE.COM'],
  ['count', 0, 0],
  ['count', -0, 0],
  ['count', 1000, 1000],
  ['balance', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['balance', Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  ['amount', '0', '0.00'],
  ['amount', '-0.0', '0.00'],
  ['amount', '-7', '-7.00'],
  ['amount', '-9999999999.99', '-9999999999.99'],
  ['amount', '12.5', '12.50'],
  ['share', '0.12345', '0.12345'],
  ['open', false, false],
  ['day', '2024-02-29', '2024-02-29'],
  ['day', '0001-01-01', '0001-01-01'],
  ['day', '9999-12-31', '9999-12-31'],
  ['seenOn', '2026-01-31T08:30:00Z', '2026-01-31T08:30:00.000Z'],
  ['seenOn', '2026-01-31T08:30Z', '2026-01-31T08:30:00.000Z'],
  ['seenOn', '2026-01-31T00:30:00.125+02:00', '2026-01-30T22:30:00.125Z'],
  ['seenOn', '2026-01-31T08:30:00.1200000Z', '2026-01-31T08:30:00.120Z'],
  ['state', "owner's", "owner's"],
  ['marks', [], '{}'],
  ['marks', ['green', 'red', 'green'], '{"red","green"}'],
  ['marks', ['a "b", {c}\\', "owner's"], '{"owner\'s","a \\"b\\", {c}\\\\"}'],
  ['extra', {}, '{}'],
  ['extra', [1, 'a', null, { b: [true] }], '[1,"a",null,{"b":[true]}]'],
  ['extra', 'text', '"text"'],
  ['extra', 0.5, '0.5'],
  ['extra', false, 'false'],
  ['shelf', { id: 5 }, 5],
  ['shelf', { id: 5, version: 3, code: 'A' }, 5],
  ['parent', { id: 1, title: 'whatever' }, 1],
]

/** Values that are refused, and how the client is told. */
const refused: [field: string, sent: unknown, fault: string][] = [
  ['name', 'x'.repeat(51), 'must have at most 50 characters, and has 51'],
  ['name', 'one\ntwo', 'must be one line'],
  ['name', 'a\0b', 'must not contain the NUL character'],
  ['name', '\ud800', halfPair],
  ['name', 'a\udc00b', halfPair],
  ['name', 5, 'must be text'],
  ['name', ['a'], 'must be text'],
  ['name', { toString: 'a' }, 'must be text'],
  ['name', true, 'must be text'],
  ['notes', 'a\0b', 'must not contain the NUL character'],
  ['code', 'ab-12', 'must match the pattern [A-Z]+-[0-9]+'],
  ['code', 'AB-12x', 'must match the pattern [A-Z]+-[0-9]+'],
  ['code', 'xAB-12', 'must match the pattern [A-Z]+-[0-9]+'],
  ['email', 'ada', email],
  ['email', 'ada@localhost', email],
  ['email', 'a b@example.com', email],
  ['email', 'a@b@example.com', email],
  ['email', 'ada@example..com', email],
  ['email', `${'a'.repeat(250)}@example.com`, email],
  ['website', 'javascript:alert(1)', url],
  ['website', 'example.com', url],
  ['website', 'https://', url],
  ['website', 'https://exa mple.com', url],
  ['count', 1.5, whole],
  ['count', '1', whole],
  ['count', Number.NaN, whole],
  ['count', Number.POSITIVE_INFINITY, whole],
  ['count', true, whole],
  ['count', -1, 'must be at least 0'],
  ['count', 1001, 'must be at most 1000'],
  ['balance', 2 ** 53, whole],
  ['balance', -(2 ** 53), whole],
  ['amount', 12.5, amount],
  ['amount', '1e3', amount],
  ['amount', '0x10', amount],
  ['amount', 'NaN', amount],
  ['amount', 'Infinity', amount],
  ['amount', '', amount],
  ['amount', '.5', amount],
  ['amount', '5.', amount],
  ['amount', '01', amount],
  ['amount', '+1', amount],
  ['amount', ' 1', amount],
  ['amount', '1\n', amount],
  ['amount', '٣', amount],
  ['amount', '1'.repeat(251), amount],
  ['amount', '1.234', 'must have at most 2 digits behind the point'],
  ['amount', '12345678901', 'must have at most 10 digits before the point'],
  ['share', '1', 'must have at most 0 digits before the point'],
  ['open', 0, 'must be true or false'],
  ['open', 'true', 'must be true or false'],
  ['day', '2026-02-29', day],
  ['day', '2026-13-01', day],
  ['day', '2026-1-1', day],
  ['day', '0000-01-01', day],
  ['day', '2026-01-31T00:00:00Z', day],
  ['day', '2026-01-31\n', day],
  ['day', 20260131, day],
  ['day', 'infinity', day],
  ['day', 'now', day],
  ['seenOn', '2026-01-31', moment],
  ['seenOn', '2026-01-31T08:30:00', moment],
  ['seenOn', '2026-01-31T24:00:00Z', moment],
  ['seenOn', '2026-01-31T08:30:60Z', moment],
  ['seenOn', '2026-02-30T08:30:00Z', moment],
  ['seenOn', '2026-01-31T08:30:00.1234Z', moment],
  ['seenOn', '2026-01-31T08:30:00+15:00', moment],
  ['seenOn', '0001-01-01T00:00:00+01:00', moment],
  ['seenOn', '9999-12-31T23:59:59-01:00', moment],
  ['seenOn', 0, moment],
  ['state', 'old', state],
  ['state', 'New', state],
  ['state', ['new'], state],
  ['extra', { a: '\0' }, 'must not contain the NUL character'],
  ['extra', { '\0': 1 }, 'must not contain the NUL character'],
  ['extra', ['\udfff'], halfPair],
  ['extra', [2 ** 53], 'must not contain a whole number past 9007199254740991: send it as text'],
  ['extra', { a: Number.POSITIVE_INFINITY }, 'must not contain a number past 1.79e308: send it as text'],
  ['shelf', 5, 'must be an object with the id of a record, such as {"id": 5}'],
  ['shelf', [5], 'must be an object with the id of a record, such as {"id": 5}'],
  ['shelf', {}, 'must have an id that is a whole number from 1 on'],
  ['shelf', { id: '5' }, 'must have an id that is a whole number from 1 on'],
  ['shelf', { id: 0 }, 'must have an id that is a whole number from 1 on'],
  ['shelf', { id: 2 ** 53 }, 'must have an id that is a whole number from 1 on'],
  ['shelf', { id: 5, name: 'A' }, 'must not have a member "name"'],
  ['shelf', { id: 5, constructor: 'A' }, 'must not have a member "constructor"'],
  ['title', 'anything', 'is computed and cannot be set'],
  ['worth', '1.00', 'is computed and cannot be set'],
]

describe('a value sent for a field', () => {
  it.each(kept)('%s takes %j', (field, sent, column) => {
    expect(read(field, sent)).toEqual({ value: column })
  })

  it.each(refused)('%s refuses %j', (field, sent, fault) => {
    expect(read(field, sent)).toEqual({ fault })
  })

  it('of any kind is either fit for its column or refused with a reason, never an exception', () => {
    const anyField = fc.constantFrom(...fields.keys())
    const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
    const anyText = fc.string({
      unit: fc.oneof(anyCharacter, fc.constantFrom('\0', '\ud800', '\udc00', 'a', '1', '-')),
    })
    const anyJson = fc.oneof(anyText, fc.jsonValue(), fc.array(anyText), fc.dictionary(anyText, anyText))
    fc.assert(
      fc.property(anyField, anyJson, (field, value) => {
        const reading = read(field, value)
        const inner = 'value' in reading ? reading.value : reading.fault
        expect(['string', 'number', 'boolean']).toContain(typeof inner)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a day that JavaScript knows is taken as it is', () => {
    const days = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (moment) => {
        expect(read('day', moment.toISOString().slice(0, 10))).toEqual({ value: moment.toISOString().slice(0, 10) })
        expect(read('seenOn', moment.toISOString())).toEqual({ value: moment.toISOString() })
      }),
    )
  })
})

describe('the table of types', () => {
  it('has all of them for those who declare models', () => {
    const functions = Object.entries<{ readonly declaredBy?: string }>(fieldTypes).map(
      ([name, { declaredBy = name }]) => declaredBy,
    )
    const missing = functions.filter((name) => !Object.hasOwn(exported, name))
    expect(missing.map((name) => `server/src/index.ts does not export ${name}`)).toEqual([])
  })

  it('has all of them used by the model of these tests', () => {
    const shelf = everyType.get('org.example.archive.Shelf').fields
    const used = new Set<string>([...fields.values(), ...shelf].map(({ type }) => type))
    const missing = Object.keys(fieldTypes).filter((name) => !used.has(name))
    expect(missing.map((name) => `server/test/harness/everyType.ts has no field of type ${name}`)).toEqual([])
  })

  it.each([
    ['name', 'text', 'char_length("x") <= 50'],
    ['count', 'bigint', '"x" >= (0) and "x" <= (1000)'],
    ['balance', 'bigint', undefined],
    ['amount', 'numeric(12,2)', undefined],
    ['open', 'boolean', undefined],
    ['day', 'date', undefined],
    ['seenOn', 'timestamp(3) with time zone', undefined],
    ['state', 'text', `"x" in ('new', 'used', 'owner''s')`],
    [
      'marks',
      'text[]',
      `"x" <@ array['red', 'green', 'owner''s',  E'a "b", {c}\\\\']::text[] and cardinality("x") <= 3`,
    ],
    ['extra', 'jsonb', undefined],
    ['shelf', 'bigint', undefined],
    ['title', 'text', undefined],
  ])('%s is kept in a column of type %s, checked by %s', (name, type, condition) => {
    const field = fieldOf(name)
    expect(typeOf(field).columnType(field)).toBe(type)
    expect(typeOf(field).constraint?.(field, quoted('x'))?.toText()).toBe(condition)
  })
})
