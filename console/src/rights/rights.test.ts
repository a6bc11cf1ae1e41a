import { describe, expect, it } from 'vitest'
import { choice, model as declared, reference, text } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import { userVariables } from '../criteria/userVariables.ts'
import { createFormats } from '../field/createFormats.ts'
import { ruleModel, userModel } from '../meta/ownModels.ts'
import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { chipsIn, conditionWords } from './conditionWords.ts'
import { describedExtent, extentsOf, modelsWithRules } from './matrix.ts'
import { coverages, isAbout, readRule, type Rule, ruleFields, seesRules } from './Rule.ts'
import { ruleWords } from './ruleWords.ts'

const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
const model = (name: string, fields: ModelMeta['fields'] = []): ModelMeta => ({
  name,
  label: name,
  title: 'id',
  list: [],
  may,
  fields,
})
const user = model(userModel, [
  { name: 'region', type: 'text', label: 'Region' },
  { name: 'password', type: 'text', label: 'Password', secret: true },
  { name: 'manager', type: 'reference', label: 'Manager', target: userModel },
  { name: 'admin', type: 'boolean', label: 'Admin' },
])
const contact = describeModel(
  declared({
    name: 'com.example.Contact',
    title: 'country',
    fields: {
      status: choice([
        { value: 'lead', label: 'Lead' },
        { value: 'customer', label: 'Customer' },
      ]),
      country: text(),
      owner: reference(userModel),
    },
  }),
)
const models = [contact, model('com.example.Company'), model('org.other.Thing'), user]
const find = (name: string) => models.find((each) => each.name === name)
const context = {
  model: contact,
  find,
  formats: createFormats(en, 'en', 'UTC'),
  titleOf: () => undefined,
  user: en.access.named('cleo'),
}

const plain = { id: 1, version: 0, role: { id: 3, name: 'clerk' }, model: contact.name }
const rule = (more: Record<string, Json>): Rule => readRule({ ...plain, ...more })
const own = { fieldName: 'createdBy', operator: '=', value: '$user.id' }

describe('a rule', () => {
  it('is read from its record', () => {
    expect(rule({ read: true, create: false, condition: null, readFields: ['status', 5] })).toEqual({
      id: 1,
      role: 3,
      model: contact.name,
      allows: ['read'],
      condition: null,
      readFields: ['status'],
      writeFields: null,
      hideFields: null,
      lockFields: null,
    })
  })

  it.each([
    ['*', 'com.example.Contact', true],
    ['com.example.*', 'com.example.Contact', true],
    ['com.example.*', 'com.examples.Contact', false],
    ['com.example.Contact', 'com.example.Contacts', false],
    ['*', userModel, false],
    ['tabularium.*', userModel, false],
    [userModel, userModel, true],
  ])('for %s is about %s: %s', (covered, name, is) => {
    expect(isAbout(covered, name)).toBe(is)
  })

  it('can be about everything, a package, or one model', () => {
    expect(coverages(models)).toEqual([
      '*',
      'com.example.*',
      'org.other.*',
      'com.example.Contact',
      'com.example.Company',
      'org.other.Thing',
      userModel,
    ])
  })
})

describe('the rules', () => {
  const all = { read: 'all', create: 'all', update: 'all' } as const
  const fields = ruleFields.map((name) => ({ name, type: 'text', label: name, may: all }) as const)
  it('are shown to those who see all of each, and to nobody who would take a part for the whole', () => {
    expect(seesRules([model(ruleModel, fields)])).toBe(true)
    expect(
      seesRules([
        model(
          ruleModel,
          fields.filter(({ name }) => name !== 'condition'),
        ),
      ]),
    ).toBe(false)
    const some = fields.map((field) =>
      field.name === 'readFields' ? { ...field, may: { ...all, read: 'some' } as const } : field,
    )
    expect(seesRules([model(ruleModel, some)])).toBe(false)
    expect(seesRules([contact])).toBe(false)
  })
})

describe('a cell of the matrix', () => {
  it.each<[string, Record<string, Json>[], object]>([
    ['nothing', [], { read: 'none', create: 'none', update: 'none', delete: 'none' }],
    ['all of it', [{ read: true, update: true }], { read: 'all', update: 'all', create: 'none' }],
    ['a condition', [{ read: true, condition: own }], { read: 'some' }],
    ['some fields', [{ read: true, readFields: ['status'] }], { read: 'some' }],
    [
      'other fields',
      [{ read: true, update: true, delete: true, writeFields: ['status'] }],
      { read: 'all', update: 'some', delete: 'all' },
    ],
    ['one rule of two', [{ read: true, condition: own }, { read: true }], { read: 'all' }],
    [
      'two parts',
      [
        { read: true, condition: own },
        { read: true, readFields: ['status'] },
      ],
      { read: 'some' },
    ],
    ['a package', [{ model: 'com.example.*', delete: true }], { delete: 'all', read: 'none' }],
  ])('says what rules with %s allow', (_, rules, expected) => {
    const made = rules.map(rule)
    expect(extentsOf(made, contact.name)).toMatchObject(expected)
  })

  it('is there for the models that rules are about', () => {
    const made = [rule({ model: 'com.example.*', read: true })]
    expect(modelsWithRules(models, made).map(({ name }) => name)).toEqual([
      'com.example.Contact',
      'com.example.Company',
    ])
  })
})

describe('what the service describes to a user', () => {
  const all = { read: 'all', create: 'all', update: 'all' } as const
  const whole = model('Thing', [
    { name: 'name', type: 'text', label: 'Name', may: all },
    { name: 'made', type: 'computed', label: 'Made', may: { ...all, create: 'none', update: 'none' } },
  ])
  const [named] = whole.fields
  it.each<[string, ModelMeta | undefined, object]>([
    ['nothing of it', undefined, { read: 'none', update: 'none', delete: 'none' }],
    ['all of it', whole, { read: 'all', update: 'all', delete: 'all' }],
    ['a field less', { ...whole, fields: named ? [named] : [] }, { read: 'some', update: 'all', delete: 'all' }],
    ['some records', { ...whole, may: { ...may, read: 'some' } }, { read: 'some', update: 'all' }],
  ])('is %s', (_, described, expected) => {
    const found = Object.keys(expected).map((action) => [action, describedExtent(described, whole, action as 'read')])
    expect(Object.fromEntries(found)).toEqual(expected)
  })
})

describe('a rule in words', () => {
  it.each<[Json, string]>([
    [null, 'always'],
    [own, 'Created by is cleo'],
    [{ fieldName: 'country', operator: '=', value: '$user.region' }, 'Country is cleo’s Region'],
    [{ fieldName: 'country', operator: '=', value: '$$5' }, 'Country is $5'],
    [{ fieldName: 'status', operator: 'in', value: ['lead', 'customer'] }, 'Status is Lead or Customer'],
    [{ fieldName: 'createdOn', operator: '>=', value: '$now-30d' }, 'Created on is on or after 30 days ago'],
    [{ criteria: [own, { fieldName: 'status', operator: 'isNull' }] }, 'Created by is cleo and Status is empty'],
    [
      { operator: 'or', criteria: [own, { fieldName: 'status', operator: '=', value: 'lead' }] },
      '(Created by is cleo or Status is Lead)',
    ],
    [{ operator: 'not', criteria: [own] }, 'not (Created by is cleo)'],
    [
      { criteria: [{ operator: 'or', criteria: [own, own] }, own] },
      '((Created by is cleo or Created by is cleo) and Created by is cleo)',
    ],
    [{ heldBy: '$user.id' }, '{"heldBy":"$user.id"}'],
  ])('%j is "%s"', (condition, expected) => {
    expect(conditionWords(condition, context)).toBe(expected)
  })

  it('names what it allows, which records, and which fields', () => {
    const parts = rule({ read: true, update: true, condition: own, readFields: ['status'], writeFields: [] })
    expect(ruleWords(parts, context)).toBe(
      'see, change where Created by is cleo · sees only Status · sets only no field',
    )
    expect(ruleWords(rule({ delete: true, readFields: ['status'] }), context)).toBe('delete')
    const hiding = rule({ read: true, update: true, hideFields: ['status'], lockFields: ['status'] })
    expect(ruleWords(hiding, context)).toBe('see, change · sees all but Status · sets all but Status')
    expect(ruleWords({ ...parts, condition: undefined, readFields: null }, context)).toContain('you may not see')
  })

  it('finds all its comparisons, in whatever groups', () => {
    const condition = {
      criteria: [
        { operator: 'or', criteria: [own, own] },
        { operator: 'not', criteria: [own] },
      ],
    }
    expect(chipsIn(condition)).toHaveLength(3)
    expect(chipsIn(null)).toEqual([])
  })
})

describe('the variables of the user', () => {
  const valuesFor = (name: string, dialect?: 'rule') => {
    const field = contact.fields.find((each) => each.name === name)
    return field && userVariables(field, find, en.access.theUser, dialect).map(({ value }) => value)
  }
  it('fit the field that they are compared with', () => {
    expect(valuesFor('owner', 'rule')).toEqual(['$user.id', '$user.manager', '$user.createdBy', '$user.updatedBy'])
    expect(valuesFor('country', 'rule')).toEqual(['$user.region'])
    expect(valuesFor('status', 'rule')).toEqual([])
    expect(valuesFor('owner')).toEqual(['$user.id'])
  })
})
