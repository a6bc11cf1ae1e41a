import { describe, expect, it } from 'vitest'
import { everyType, withoutBuiltIn } from '../../test/harness/everyType.ts'
import { checkModels } from './checkModels.ts'
import type { ModelDeclaration } from './declare.ts'
import { choice } from './field/choice.ts'
import { computed } from './field/computed.ts'
import { currency } from './field/currency.ts'
import { decimal } from './field/decimal.ts'
import { formula } from './field/formula.ts'
import { integer } from './field/integer.ts'
import { reference } from './field/reference.ts'
import { rollup } from './field/rollup.ts'
import { text } from './field/text.ts'
import { links } from './relation/links.ts'
import { toModel } from './toModel.ts'

/** Mistakes of one model as lines `field: message`, or the message alone. */
function mistakesOf(change: object): string[] {
  const declaration = {
    name: 'org.example.Thing',
    title: 'name',
    fields: { name: text() },
    ...change,
  } as ModelDeclaration
  return checkModels([{ file: 'Thing.ts', model: toModel(declaration) }]).map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  )
}

function mistakesOfField(field: unknown): string[] {
  return mistakesOf({ fields: { name: text(), thing: field } })
}

describe('checkModels', () => {
  it('finds nothing wrong with the models of these tests', () => {
    expect(checkModels(withoutBuiltIn(everyType).all.map((model) => ({ file: 'a.ts', model })))).toEqual([])
  })

  it.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name must be a package in small letters and a model with a capital'],
    ['a name without a package', { name: 'Thing' }, 'name must be a package in small letters'],
    ['the service’s own package', { name: 'tabularium.Thing' }, 'the package tabularium belongs to the service'],
    ['a name too long for a table', { name: `org.${'a'.repeat(60)}.Thing` }, 'the name is too long'],
    [
      'a title that is no field',
      { title: 'nmae', list: [] },
      'title must name a field of the model, not "nmae". Did you mean "name"?',
    ],
    [
      'a title that no one can read',
      { title: 'x', fields: { x: { type: 'json' } } },
      'title names a field of type json',
    ],
    [
      'a list field that is none',
      { list: ['name', 'nam'] },
      'list names "nam", which is not a field of the model. Did you mean "name"?',
    ],
    [
      'an author as the title',
      { title: 'createdBy', list: [] },
      "an author can't be the title: use createdOn, id or a formula",
    ],
    ['an order that is none', { sortBy: 'name' }, 'sortBy must be a list of 1 to 4 field names'],
    [
      'an order of five fields',
      { sortBy: ['id', 'name', 'version', 'createdOn', 'updatedOn'] },
      'sortBy must be a list',
    ],
    ['an order by no field', { sortBy: ['-nmae'] }, 'sortBy names "nmae", which is not a field of the model'],
    ['an order by a field twice', { sortBy: ['name', '-name'] }, 'sortBy must not name a field twice'],
    [
      'an order by JSON',
      { sortBy: ['x'], fields: { name: text(), x: { type: 'json' } } },
      'sortBy names "x", which is of type json, which has no order',
    ],
    [
      'an order by a secret',
      { sortBy: ['x'], fields: { name: text(), x: text({ secret: true }) } },
      'sortBy names "x", which is a secret',
    ],
    [
      'an order by a rollup',
      { sortBy: ['x'], fields: { name: text(), tags: links('org.example.Thing'), x: rollup('count', 'tags') } },
      'sortBy names "x", which is computed when it is read',
    ],
    [
      'a formula of two currencies',
      {
        fields: {
          name: text(),
          a: decimal({ precision: 9, scale: 2, currency: 'NZD' }),
          b: decimal({ precision: 9, scale: 2, currency: 'USD' }),
          x: formula('2 * a + max(b, 0)', decimal({ precision: 12, scale: 2 })),
        },
      },
      'x: the formula joins amounts in NZD and USD by +: there are no rates',
    ],
    [
      'a formula in another currency than its type',
      {
        fields: {
          name: text(),
          a: decimal({ precision: 9, scale: 2, currency: 'NZD' }),
          x: formula('round(a / 2, 2)', decimal({ precision: 12, scale: 2, currency: 'USD' })),
        },
      },
      'x: the formula is in NZD, and its type in USD: there are no rates',
    ],
    [
      'a rollup of several currencies',
      {
        fields: {
          name: text(),
          currency: currency(),
          a: decimal({ precision: 9, scale: 2, currency: { field: 'currency' } }),
          others: links('org.example.Thing'),
          x: rollup<string>('sum', 'others.a'),
        },
      },
      "x: is of amounts in several currencies: write where: { fieldName: 'currency', operator: '=', value: 'NZD' }",
    ],
    ['a list field twice', { list: ['name', 'name'] }, 'list must not name a field twice'],
    ['a list that is none', { list: 'name' }, 'list must be an array of field names'],
    ['a former name that is none', { was: 'thing' }, 'was must be the full name that the model had'],
    ['a search that is none', { search: 'name' }, 'search must be an array of field names'],
    ['a search in no field', { search: ['nmae'] }, 'search names "nmae", which is not a text field'],
    ['a search twice in a field', { search: ['name', 'name'] }, 'search must not name a field twice'],
    [
      'a search in what nobody may read',
      { fields: { name: text(), pin: text({ secret: true }) }, search: ['pin'] },
      'search names "pin"',
    ],
    ['an index that is none', { indexes: ['name'] }, 'indexes must be lists of field names'],
    [
      'an index over no field',
      { indexes: [['-createdOm']] },
      'indexes names "createdOm", which is not a field of the model. Did',
    ],
    ['an index over long text', { indexes: [['name', '-createdOn']] }, "indexes: ['name', '-createdOn'] contains text"],
    [
      'an index over texts that are too long together',
      { fields: { name: text({ max: 400 }), code: text({ max: 201 }) }, indexes: [['name'], ['code', 'name']] },
      "indexes: ['code', 'name'] contains text that is too long for an index: write max: … for 600 or less together",
    ],
    [
      'an index over a computed text that is too long',
      { fields: { name: text(), full: computed('{name}!') }, indexes: [['full']] },
      "indexes: ['full'] contains text",
    ],
    ['an index twice', { indexes: [['createdOn'], ['createdOn']] }, 'indexes must not have the same list twice'],
    ['an index twice over a field', { indexes: [['createdOn', '-createdOn']] }, 'must not name a field twice'],
    ['a unique group that is none', { unique: ['name'] }, 'unique must be groups of two fields or more'],
    ['a unique group of one', { unique: [['name']] }, 'unique must be groups of two fields or more'],
    [
      'a unique group with an unknown field',
      { fields: { name: text({ max: 9 }), code: text({ max: 9 }) }, unique: [['name', 'coed']] },
      'unique names "coed", which is not a field of the model. Did you mean "code"?',
    ],
    [
      'a unique group with a secret',
      { fields: { name: text({ max: 9 }), pin: text({ max: 9, secret: true }) }, unique: [['name', 'pin']] },
      'unique names "pin", which cannot be indexed.',
    ],
    [
      'a unique group with a field that is unique by itself',
      { fields: { name: text({ max: 9, unique: true }), code: text({ max: 9 }) }, unique: [['name', 'code']] },
      'unique has a group with "name", which is unique by itself: leave the group out',
    ],
    [
      'a unique group of texts that are too long',
      { fields: { name: text({ max: 9 }), code: text() }, unique: [['name', 'code']] },
      "unique: ['name', 'code'] contains text that is too long for an index",
    ],
    [
      'a unique group twice',
      {
        fields: { name: text({ max: 9 }), code: text({ max: 9 }) },
        unique: [
          ['name', 'code'],
          ['code', 'name'],
        ],
      },
      'unique must not have the same group twice',
    ],
    [
      'a title that is a secret',
      { list: [], fields: { name: text({ secret: true }) } },
      'title names "name", which is a secret',
    ],
    [
      'a list field that is a secret',
      { list: ['pin'], fields: { name: text(), pin: text({ secret: true }) } },
      'list names "pin", which is a secret and never shown: leave it out',
    ],
    [
      'a computed field that would show a secret',
      { fields: { name: computed('{pin}'), pin: text({ secret: true }) } },
      'name: the template names {pin}, which is a secret and never shown: leave it out',
    ],
    [
      'a secret that is neither nor',
      { fields: { name: text({ secret: 1 as never }) } },
      'secret must be true or false',
    ],
    ['together that is no groups', { together: ['name'] }, 'together must be groups of field names'],
    ['a group of one', { together: [['name']] }, 'together must be groups of field names'],
    [
      'a group with an unknown field',
      { together: [['name', 'nmae']] },
      'together names "nmae", which is not a field that is written. Did you mean "name"?',
    ],
    [
      'a group with a computed field',
      { together: [['name', 'full']], fields: { name: text(), full: computed('{name}') } },
      'together names "full", which is not a field that is written.',
    ],
    [
      'a field in two groups',
      {
        together: [
          ['a', 'b'],
          ['b', 'name'],
        ],
        fields: { name: text(), a: text(), b: text() },
      },
      'together must not name a field twice',
    ],
    ['a history of no days', { keepHistory: 0 }, 'keepHistory must be a number of days, such as keepHistory: 730'],
    ['a history of half a day', { keepHistory: 0.5 }, 'keepHistory must be a number of days'],
    ['a history as text', { keepHistory: '2 years' }, 'keepHistory must be a number of days'],
  ])('%s', (_, change, mistake) => {
    expect(mistakesOf(change)).toEqual([expect.stringContaining(mistake)])
  })

  it.each<[string, unknown, string]>([
    [
      'a currency that is none',
      decimal({ precision: 9, scale: 2, currency: 'NZ' }),
      'currency must be the code of a currency, such as NZD',
    ],
    [
      'more digits than the currency has',
      decimal({ precision: 9, scale: 2, currency: 'JPY' }),
      'JPY has no digits behind the point: write scale: 0',
    ],
    [
      'a currency in a field that has none',
      decimal({ precision: 9, scale: 2, currency: { field: 'name' } }),
      "currency must be a code such as 'NZD', or { field: 'currency' } with a field currency: currency()",
    ],
    ['a default that is no currency', { type: 'currency', default: 'XQQ' }, 'must be the code of a currency'],
    ['something that is no field', { type: 'string' }, 'thing: is not a field: declare it with text(), integer()'],
    ['a misspelt type', { type: 'bolean' }, 'Did you mean "boolean"?'],
    [
      'a misspelt option',
      { type: 'text', requird: true },
      'thing: a field of type text has no option "requird". Did you mean "required"?',
    ],
    [
      'an option that the type lacks',
      { type: 'boolean', unique: true },
      'thing: a field of type boolean has no option "unique"',
    ],
    ['a flag that is none', { type: 'text', required: 'yes' }, 'thing: required must be true or false'],
    ['a default that does not fit', { type: 'integer', default: '5' }, 'thing: default must be a whole number'],
    ['a default that is null', { type: 'integer', default: null }, 'thing: default must be a value; omit it'],
    ['a unique default', { type: 'integer', unique: true, default: 5 }, 'thing: a unique field cannot have a default'],
    [
      'an index over long text',
      { type: 'text', unique: true },
      'thing: an index needs short text: write max: 600 or less',
    ],
    ['a pattern that is none', { type: 'text', pattern: '[' }, 'thing: pattern is not a regular expression'],
    ['a format that is none', { type: 'text', format: 'phone' }, "thing: format must be 'email' or 'url'"],
    [
      'a decimal without digits',
      { type: 'decimal', precision: 0, scale: 0 },
      'thing: precision must be a whole number from 1',
    ],
    [
      'a scale past the precision',
      { type: 'decimal', precision: 2, scale: 3 },
      'thing: scale must be a whole number from 0',
    ],
    ['min over max', { type: 'integer', min: 2, max: 1 }, 'thing: min must not be greater than max'],
    ['a choice of nothing', { type: 'choice', values: [] }, 'thing: a choice needs its values'],
    ['a choice twice', { type: 'choice', values: ['a', 'a'] }, 'thing: a choice must not name a value twice'],
    [
      'a reference into nothing',
      { type: 'reference', target: 'org.example.Other' },
      'thing: refers to "org.example.Other", which is not a loaded model',
    ],
    ['a former name still in use', { type: 'text', was: 'name' }, 'thing: was names name, which is still a field'],
  ])('%s', (_, field, mistake) => {
    expect(mistakesOfField(field)).toEqual([expect.stringContaining(mistake)])
  })

  it.each([
    ['Thing', 'the name of a field begins with a small letter'],
    ['a_b', 'the name of a field begins with a small letter'],
    ['version', 'every record has this field already'],
    ['createdBy', 'every record has this field already'],
    ['xmin', 'PostgreSQL has a column of this name in every table'],
    ['a'.repeat(51), 'the name is too long'],
  ])('a field cannot be called %s', (name, mistake) => {
    expect(mistakesOf({ fields: { name: text(), [name]: text() } })).toEqual(
      [`${name}: ${mistake}`].map((line) => expect.stringContaining(line)),
    )
  })

  it('reports all mistakes at once, with their file', () => {
    const thing = toModel({ name: 'thing', title: 'x', fields: { version: text(), y: { type: 'z' } } })
    expect(checkModels([{ file: 'contacts/Thing.ts', model: thing }])).toEqual([
      { file: 'contacts/Thing.ts', model: 'thing', message: expect.stringContaining('name must be a package') },
      { file: 'contacts/Thing.ts', model: 'thing', message: expect.stringContaining('title must name a field') },
      { file: 'contacts/Thing.ts', model: 'thing', message: expect.stringContaining('list names "x"') },
      {
        file: 'contacts/Thing.ts',
        model: 'thing',
        field: 'version',
        message: expect.stringContaining('every record has'),
      },
      { file: 'contacts/Thing.ts', model: 'thing', field: 'y', message: expect.stringContaining('is not a field') },
    ])
  })

  it.each([
    ['org.example.Thing', 'is declared in a.ts as well'],
    ['org.exampleThing', 'name must be a package'],
    ['org_example.Thing', 'name must be a package'],
  ])('two models cannot share a table: org.example.Thing and %s', (name, mistake) => {
    const mistakes = checkModels([
      { file: 'a.ts', model: toThing('org.example.Thing') },
      { file: 'b.ts', model: toThing(name) },
    ])
    expect(mistakes.filter(({ file }) => file === 'b.ts')).toContainEqual({
      file: 'b.ts',
      model: name,
      message: expect.stringContaining(mistake),
    })
  })

  it('takes short texts, numbers, choices and moments in an index', () => {
    const fields = {
      name: text({ max: 400 }),
      code: text({ max: 20 }),
      full: computed('{code}'),
      state: choice(['a', 'b']),
      price: decimal({ precision: 9, scale: 2 }),
    }
    const indexes = [
      ['name', '-code', 'state'],
      ['-updatedOn', 'full'],
      ['price', '-createdOn'],
      ['createdBy'],
      ['-updatedBy', 'code'],
    ]
    expect(mistakesOf({ fields, indexes })).toEqual([])
  })

  it.each([
    [{ tags: links('org.example.Thing', { was: 'tags' }) }, 'tags: was must be the name that the field had before'],
    [
      { tags: links('org.example.Thing'), marks: links('org.example.Thing', { was: 'tags' }) },
      'marks: was names tags, which is still a relation of this model',
    ],
  ])('a former name of a relation cannot be one that is in use', (relations, mistake) => {
    expect(mistakesOf({ fields: { name: text(), ...relations } })).toEqual([mistake])
  })

  it('finds links that would share a table with a model or with other links', () => {
    const Thing = { name: 'org.example.Thing', title: 'name', fields: { name: text() } }
    const models = [
      toModel({ ...Thing, fields: { name: text(), boxTags: links(Thing), marks: links(Thing) } }),
      toModel({ ...Thing, name: 'org.example.ThingBox', fields: { name: text(), tags: links(Thing) } }),
      toThing('org.example.ThingMarksLinks'),
    ]
    expect(checkModels(models.map((model, index) => ({ file: `${index}.ts`, model })))).toMatchObject([
      {
        model: 'org.example.Thing',
        field: 'marks',
        message: expect.stringMatching(/org_example_thing_marks_links with org.example.ThingMarksLinks/),
      },
      {
        model: 'org.example.ThingBox',
        field: 'tags',
        message: expect.stringMatching(/org_example_thing_box_tags_links with org.example.Thing.boxTags/),
      },
    ])
  })

  it.each([
    [
      'shop.Item',
      { boxCode: text({ unique: true, max: 9 }) },
      'shop.ItemBox',
      { code: text({ unique: true, max: 9 }) },
    ],
    ['shop.Item', { boxSize: integer({ indexed: true }) }, 'shop.ItemBox', { size: integer({ indexed: true }) }],
    ['shop.Item', { boxOther: reference('shop.Item') }, 'shop.ItemBox', { other: reference('shop.Item') }],
    ['shop.Item', {}, 'shop.ItemIds', {}],
    ['shop.Item', {}, 'shop.ItemPkey', {}],
    ['shop.Item', { size: integer({ indexed: true }) }, 'shop.ItemSizeIndex', {}],
    ['shop.ItemSizeIndex', {}, 'shop.Item', { size: integer({ indexed: true }) }],
    ['shop.ItemTagsLinks', {}, 'shop.Item', { tags: links('shop.Item') }],
    ['shop.Item', { tags: links('shop.Item') }, 'shop.ItemTagsLinksPkey', {}],
  ])('finds names in the database that %s with %j shares with %s', (first, firstFields, second, secondFields) => {
    const models = [toThing(first, firstFields), toThing(second, secondFields)]
    const mistakes = checkModels(models.map((model, index) => ({ file: `${index}.ts`, model })))
    expect(mistakes.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^would share the .* with .*: rename one of the two$/),
    ])
  })

  it('names both fields that would have an index of the same name', () => {
    const code = text({ unique: true, max: 9 })
    const models = [toThing('shop.Item', { boxCode: code }), toThing('shop.ItemBox', { code })]
    expect(checkModels(models.map((model, index) => ({ file: `${index}.ts`, model })))).toEqual([
      {
        file: '1.ts',
        model: 'shop.ItemBox',
        field: 'code',
        message: 'would share the index shop_item_box_code_unique with shop.Item.boxCode (0.ts): rename one of the two',
      },
    ])
  })

  it('finds tables that only differ by how the name is cut into words', () => {
    const models = [toThing('org.example.contact.List'), toThing('org.example.ContactList')]
    expect(checkModels(models.map((model, index) => ({ file: `${index}.ts`, model })))).toEqual([
      {
        file: '1.ts',
        model: 'org.example.ContactList',
        message: expect.stringContaining('would share the table org_example_contact_list'),
      },
    ])
  })
})

function toThing(name: string, fields: ModelDeclaration['fields'] = {}) {
  return toModel({ name, title: 'name', fields: { name: text(), ...fields } })
}
