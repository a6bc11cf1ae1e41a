import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choice, collection, date, decimal, model, reference, rollup, text } from '../../../server/src/index.ts'
import { describeModels } from '../../test/describeModels.ts'
import { createFormats } from '../field/createFormats.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import type { Chip, Test } from './Chip.ts'
import { describeChip } from './describeChip.ts'
import { fromPattern, toPattern } from './pattern.ts'
import { readValue, writeValue } from './readValue.ts'
import { readWhere } from './readWhere.ts'
import { firstTest, testsOf } from './testsOf.ts'
import { filterFields, valueField } from './valueField.ts'
import { writeWhere } from './writeWhere.ts'

const [company, contact] = describeModels(
  model({
    name: 'Company',
    title: 'name',
    fields: {
      name: text(),
      country: text(),
      key: text({ secret: true }),
      contacts: collection('Contact', { by: 'company' }),
      most: rollup('max', 'contacts.credit', { label: 'Most credit' }),
      many: rollup('count', 'contacts', { label: 'How many' }),
    },
  }),
  model({
    name: 'Contact',
    title: 'email',
    fields: {
      status: choice([
        { value: 'lead', label: 'Lead' },
        { value: 'customer', label: 'Customer' },
      ]),
      marks: choice([{ value: 'vip', label: 'VIP' }, 'late'], { multiple: true }),
      company: reference('Company'),
      credit: decimal({ precision: 12, scale: 2 }),
      dueOn: date(),
      email: text({ label: 'E-mail' }),
    },
  }),
)
if (!company || !contact) throw new Error('The models are not described.')
const find = (name: string) => [company, contact].find((model) => model.name === name)
const context = {
  model: contact,
  find,
  formats: createFormats(en, 'en', 'UTC'),
  titleOf: (_: string, id: number) => (id === 5 ? 'Acme' : undefined),
}

const plain: fc.Arbitrary<Json> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.record({ id: fc.nat() }),
  fc.constantFrom('$today-30d', '$record.a', '$$record.a', '%', '50\\%'),
)
const two = fc.tuple(plain, plain)
const path = fc.stringMatching(/^[a-z]{1,6}(\.[a-z]{1,6})?$/)
const missing = fc.boolean()

function chipOf(tests: readonly Test[], values: fc.Arbitrary<readonly Json[]>): fc.Arbitrary<Chip> {
  return fc.record({
    kind: fc.constant('test' as const),
    path,
    test: fc.constantFrom(...tests),
    values,
    orMissing: missing,
  })
}

const chip: fc.Arbitrary<Chip> = fc.oneof(
  chipOf(['is', 'isNot', 'hasAny', 'hasAll'], fc.array(plain, { minLength: 1, maxLength: 4 })),
  chipOf(
    ['contains', 'lacks'],
    fc.string().map((text) => [text]),
  ),
  chipOf(
    ['like', 'notLike'],
    fc.string().map((text) => [`${text.replaceAll('\\', '')}%`]),
  ),
  chipOf(
    ['<', '<=', '>', '>='],
    plain.map((value) => [value]),
  ),
  chipOf(['between', 'notBetween'], two),
  chipOf(['isNull', 'notNull'], fc.constant([])).map((each) => ({ ...each, orMissing: false }) as Chip),
  path.map((fieldName): Chip => ({ kind: 'json', text: JSON.stringify({ fieldName, operator: '=' }) })),
  fc
    .array(
      path.map((each): Chip => ({ kind: 'test', path: each, test: '<', values: [1], orMissing: false })),
      { minLength: 2, maxLength: 3 },
    )
    .chain((chips) => fc.constantFrom('any', 'none').map((of): Chip => ({ kind: 'group', of, chips }))),
)

describe('a filter', () => {
  it('is read back from the address as it was made', () => {
    const same = (chips: Chip[]) => {
      expect(readWhere(writeWhere(chips))).toEqual(chips)
    }
    fc.assert(fc.property(fc.array(chip, { maxLength: 5 }), same))
  })

  it('says the same after any address was read and written again', () => {
    const text = fc.oneof(fc.json(), fc.string())
    const stable = (where: string) => {
      const chips = readWhere(where)
      expect(readWhere(writeWhere(chips))).toEqual(chips)
    }
    fc.assert(fc.property(text, stable))
  })

  it.each([
    ['{"fieldName":"a","operator":"equals","value":1}', '{"fieldName":"a","operator":"=","value":1}'],
    ['{"operator":"and","criteria":[]}', ''],
    ['{"criteria":[{"criteria":[{"fieldName":"a","operator":"isNull"}]}]}', '{"fieldName":"a","operator":"isNull"}'],
    ['{"fieldName":"a","operator":"in","value":[1]}', '{"fieldName":"a","operator":"=","value":1}'],
  ])('takes the long way of saying it: %s', (where, short) => {
    expect(writeWhere(readWhere(where))).toBe(short)
  })

  it('shows an operator that the console does not know by its name', () => {
    const where = '{"fieldName":"email","operator":"startsWith","value":"ada"}'
    const [read] = readWhere(where)
    expect(read).toEqual({
      kind: 'test',
      path: 'email',
      test: 'operator startsWith',
      values: ['ada'],
      orMissing: false,
    })
    expect(read && describeChip(read, context)).toEqual({ label: 'E-mail', test: 'startsWith', value: 'ada' })
    expect(writeWhere(readWhere(where))).toBe(where)
  })

  it.each([
    'no JSON',
    '7',
    '{"fieldName":"a","operator":"="}',
    '{"fieldName":"a","operator":"=","value":null}',
    '{"fieldName":"a","operator":"constructor"}',
    '{"fieldName":"a","operator":"constructor","value":[1]}',
    '{"fieldName":"a","operator":"=","value":1,"also":2}',
    '{"fieldName":"a","operator":"in","value":[]}',
    '{"operator":"or","criteria":[]}',
    '{"operator":"not"}',
    '{"operator":"xor","criteria":[{"fieldName":"a","operator":"isNull"}]}',
  ])('leaves to the service what it has no words for: %s', (where) => {
    expect(readWhere(where)).toEqual([{ kind: 'json', text: where }])
    expect(writeWhere(readWhere(where))).toBe(where)
  })
})

describe('text to contain', () => {
  it('means itself, whatever is in it', () => {
    const same = (text: string) => {
      expect(fromPattern(toPattern(text))).toBe(text)
    }
    fc.assert(fc.property(fc.string(), same))
    expect(toPattern('50%_\\')).toBe('50\\%\\_\\\\')
    expect(fromPattern('a%')).toBeUndefined()
    expect(toPattern('$record.a')).toBe('$$record.a')
  })
})

describe('a filter in words', () => {
  const described = (where: string) =>
    readWhere(where).map((each) => Object.values(describeChip(each, context)).join(' '))
  const one = (fieldName: string, operator: string, value?: Json, value2?: Json) =>
    described(JSON.stringify({ fieldName, operator, value, value2 }))[0]

  it('names fields, values and records', () => {
    expect(one('status', 'in', ['lead', 'customer'])).toBe('Status is Lead or Customer')
    expect(one('marks', 'has', 'vip')).toBe('Marks has VIP')
    expect(one('marks', 'hasAny', ['vip', 'late'])).toBe('Marks has VIP or late')
    expect(one('marks', 'hasAll', ['vip', 'late'])).toBe('Marks has all of VIP and late')
    expect(one('company.country', '=', 'FR')).toBe('Company › Country is FR')
    expect(one('company', '=', { id: 5 })).toBe('Company is Acme')
    expect(one('company', '!=', 6)).toBe('Company is not #6')
    expect(one('credit', 'between', '1000', '2000.50')).toBe('Credit is between 1,000 and 2,000.50')
    expect(one('dueOn', '<', '2026-01-31')).toBe('Due on is before Jan 31, 2026')
    expect(one('email', 'like', '50\\%')).toBe('E-mail contains 50%')
    expect(one('email', 'like', '%.fr')).toBe('E-mail matches %.fr')
    expect(one('company.contacts', 'isNull')).toBe('Company › Contacts is empty ')
    expect(one('gone', '=', 'x')).toBe('gone is x')
  })

  it('says variables, and who has no value', () => {
    expect(one('dueOn', '>=', '$today-30d')).toBe('Due on is on or after 30 days ago')
    expect(one('dueOn', '>', '$record.credit')).toBe('Due on is after the field Credit')
    expect(one('createdBy', '=', '$user')).toBe('Created by is me')
    const other = { fieldName: 'status', operator: '!=', value: 'lead' }
    const or = { operator: 'or', criteria: [other, { fieldName: 'status', operator: 'isNull' }] }
    expect(described(JSON.stringify(or))).toEqual(['Status is not Lead or no value'])
  })
})

describe('the fields of a filter', () => {
  it('are those of the model, of every record, and one reference away; no secrets', () => {
    const paths = filterFields(contact, find).map(({ path: each }) => each)
    expect(paths).toEqual(expect.arrayContaining(['status', 'createdOn', 'company', 'company.country']))
    expect(paths).not.toContain('company.key')
  })

  it('are compared as what they result in', () => {
    expect(valueField(contact, 'company.most', find)?.field.type).toBe('decimal')
    expect(valueField(contact, 'company.many', find)?.field.type).toBe('integer')
  })
})

describe('a value', () => {
  const field = (name: string): FieldMeta => valueField(contact, name, find)?.field ?? { name, type: 'text', label: '' }
  it('is read by the type of its field', () => {
    expect(readValue(' 12.50 ', field('credit'), 'is', en)).toEqual({ value: '12.50' })
    expect(readValue('a lot', field('credit'), 'is', en)).toEqual({ fault: en.fault.decimal })
    expect(readValue('', field('dueOn'), 'is', en)).toEqual({ fault: en.fault.required })
    expect(readValue('$today', field('dueOn'), 'is', en)).toEqual({ value: '$today' })
    expect(readValue('$record.a', field('email'), 'is', en)).toEqual({ value: '$$record.a' })
  })

  it('of a day by which something is due is asked to be before another one', () => {
    const day = { type: 'date', label: '' } as const
    for (const name of ['dueOn', 'validUntil', 'expiresOn']) expect(firstTest({ ...day, name })).toBe('<')
    expect(firstTest({ ...day, name: 'placedOn' })).toBe('>=')
    expect(firstTest({ ...day, name: 'residueOn' })).toBe('>=')
    expect(firstTest({ type: 'text', label: '', name: 'due' })).toBe('contains')
  })

  it('of text is shown as it was typed', () => {
    const tests = testsOf(field('email')).filter((test) => test !== 'isNull' && test !== 'notNull')
    const same = (text: string, test: Test) => {
      const reading = readValue(text, field('email'), test, en)
      expect('value' in reading && writeValue(reading.value, field('email'), test)).toBe(text)
    }
    const texts = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('$record.a', '$$record.a'))
    fc.assert(fc.property(texts, fc.constantFrom(...tests), same))
  })
})
