import { describe, expect, it } from 'vitest'
import { everyType, toModels } from '../../test/harness/everyType.ts'
import { plan, stateOf, toLine } from '../../test/harness/plans.ts'
import { Box, type Fields, Shelf, shop } from '../../test/harness/shop.ts'
import { choice, computed, date, decimal, integer, json, model, reference, text } from '../index.ts'
import type { RecordState } from './RecordState.ts'

const changes: [what: string, before: Fields, after: Fields, steps: string[]][] = [
  ['nothing', { size: integer() }, { size: integer() }, []],
  ['a label', { size: integer() }, { size: integer({ label: 'How big', help: 'In cm' }) }, []],
  ['a new field', {}, { size: integer() }, ['Add shop.Item.size']],
  [
    'a new field with all that can hang on it',
    {},
    { size: integer({ min: 0, unique: true }) },
    [
      'Add shop.Item.size',
      'Check shop.Item.size in new records',
      'Check shop.Item.size in all records',
      'Keep unique shop.Item.size | alone',
    ],
  ],
  [
    'a new reference',
    {},
    { box: reference(Box) },
    [
      'Add shop.Item.box',
      'Index shop.Item.box | alone',
      'Let shop.Item.box refer to shop_box',
      'Check shop.Item.box in all records',
    ],
  ],
  ['a field that is gone', { size: integer() }, {}, ['Drop shop.Item.size | loses all values of shop.Item.size']],
  [
    'a field that was renamed, with its index and check',
    { size: integer({ min: 0, indexed: true }) },
    { width: integer({ min: 0, indexed: true, was: 'size' }) },
    ['Rename shop.Item.size to width'],
  ],
  [
    'a field that a template names was renamed',
    { size: text(), full: computed('{name} {size}') },
    { width: text({ was: 'size' }), full: computed('{name} {width}') },
    ['Rename shop.Item.size to width'],
  ],
  ['a rename that was done already', { width: integer() }, { width: integer({ was: 'size' }) }, []],
  [
    'a rename where both columns are there',
    { size: integer(), width: integer() },
    { width: integer({ was: 'size' }) },
    ['Rename shop.Item.size to width | blocked', 'Drop shop.Item.size | loses all values of shop.Item.size'],
  ],
  [
    'a renamed field of another type',
    { size: integer() },
    { width: text({ was: 'size' }) },
    ['Rename shop.Item.size to width', 'Change columns of shop.Item: convert width | rewrites'],
  ],
  [
    'a wider decimal',
    { price: decimal({ precision: 5, scale: 2 }) },
    { price: decimal({ precision: 9, scale: 2 }) },
    ['Change columns of shop.Item: convert price'],
  ],
  [
    'a decimal with fewer digits',
    { price: decimal({ precision: 9, scale: 4 }) },
    { price: decimal({ precision: 9, scale: 2 }) },
    [
      'Change columns of shop.Item: convert price | rewrites ' +
        '| loses the digits past the first 2 behind the point of shop.Item.price',
    ],
  ],
  [
    'a type without counterpart',
    { size: json() },
    { size: date() },
    ['Change columns of shop.Item: replace size | loses all values of shop.Item.size'],
  ],
  [
    'a type changes under a template',
    { size: integer(), full: computed('{name} {size}', { unique: false }) },
    { size: text(), full: computed('{name} {size}') },
    ['Change columns of shop.Item: convert size; recompute full | rewrites'],
  ],
  [
    'another template',
    { full: computed('{name}', { indexed: true }) },
    { full: computed('{name}!', { indexed: true }) },
    ['Change columns of shop.Item: recompute full | rewrites', 'Index shop.Item.full | alone'],
  ],
  [
    'a computed field becomes an ordinary one',
    { full: computed('{name}') },
    { full: text() },
    ['Change columns of shop.Item: keep the values of full'],
  ],
  [
    'an ordinary field becomes a computed one',
    { full: text() },
    { full: computed('{name}') },
    ['Change columns of shop.Item: replace full | rewrites | loses all values of shop.Item.full'],
  ],
  ['a computed field is gone', { full: computed('{name}') }, {}, ['Change columns of shop.Item: drop full']],
  [
    'a computed field and what it names are gone',
    { size: text(), full: computed('{size}') },
    {},
    ['Change columns of shop.Item: drop full', 'Drop shop.Item.size | loses all values of shop.Item.size'],
  ],
  [
    'required with a default',
    { size: integer() },
    { size: integer({ required: true, default: 1 }) },
    [
      'Let the default of shop.Item.size be 1',
      'Set shop.Item.size to 1 where it is empty | batches',
      'Refuse new records without shop.Item.size',
      'Set shop.Item.size to 1 where it was left empty meanwhile | batches',
      'Check that all records have shop.Item.size',
      'Require shop.Item.size',
    ],
  ],
  [
    'required without a default',
    { size: integer() },
    { size: integer({ required: true }) },
    [
      'Refuse new records without shop.Item.size',
      'Check that all records have shop.Item.size',
      'Require shop.Item.size',
    ],
  ],
  ['optional again', { size: integer({ required: true }) }, { size: integer() }, ['Let shop.Item.size be empty']],
  [
    'another default',
    { size: integer({ default: 1 }) },
    { size: integer({ default: 2 }) },
    ['Let the default of shop.Item.size be 2'],
  ],
  ['no default', { size: integer({ default: 1 }) }, { size: integer() }, ['Drop the default of shop.Item.size']],
  [
    'another choice',
    { state: choice(['a', 'b']) },
    { state: choice(['a', 'c']) },
    [
      expect.stringMatching(/^Drop the constraint shop_item_state_check_[0-9a-f]{8}$/),
      'Check shop.Item.state in new records',
      'Check shop.Item.state in all records',
    ],
  ],
  ['an index', { size: integer() }, { size: integer({ indexed: true }) }, ['Index shop.Item.size | alone']],
  [
    'no index',
    { size: integer({ indexed: true }) },
    { size: integer() },
    ['Drop the index shop_item_size_index | alone'],
  ],
  [
    'unique instead of indexed',
    { size: integer({ indexed: true }) },
    { size: integer({ unique: true }) },
    ['Drop the index shop_item_size_index | alone', 'Keep unique shop.Item.size | alone'],
  ],
  [
    'a reference to another model',
    { place: reference(Box) },
    { place: reference(Shelf) },
    [
      'Change columns of shop.Item: replace place | loses all values of shop.Item.place',
      'Index shop.Item.place | alone',
      'Let shop.Item.place refer to shop_shelf',
      'Check shop.Item.place in all records',
    ],
  ],
  [
    'a number becomes a reference',
    { place: integer() },
    { place: reference(Box) },
    ['Index shop.Item.place | alone', 'Let shop.Item.place refer to shop_box', 'Check shop.Item.place in all records'],
  ],
]

describe('the steps between two declarations of a model', () => {
  it.each(changes)('%s', (_, before, after, steps) => {
    expect(plan(stateOf(shop(before)), shop(after)).map(toLine)).toEqual(steps)
  })

  it('from an empty database: the schema, the tables, then the references between them', () => {
    const empty = { exists: false, sequences: [], tables: [] }
    expect(plan(empty, everyType).map(toLine)).toEqual([
      'Create the schema that holds the records',
      'Create the table of org.example.archive.Shelf',
      'Create the table of org.example.archive.Item',
      'Let org.example.archive.Item.shelf refer to org_example_archive_shelf',
      'Let org.example.archive.Item.parent refer to org_example_archive_item',
    ])
    expect(plan(stateOf(everyType), everyType)).toEqual([])
  })
})

describe('models', () => {
  const name = text({ max: 9, indexed: true })
  const Item = model({ name: 'shop.Item', title: 'name', fields: { name, box: reference(Box) } })
  const Crate = model({ name: 'shop.Crate', was: 'shop.Box', title: 'code', fields: { code: text() } })

  it('a renamed one keeps its records, and what refers to it follows', () => {
    const renamed = toModels([
      Crate,
      model({ name: 'shop.Item', title: 'name', fields: { name, box: reference(Crate) } }),
    ])
    const steps = plan(stateOf(toModels([Box, Item])), renamed)
    expect(steps.map(toLine)).toEqual(['Rename the table of shop.Box to that of shop.Crate'])
    expect(steps[0]?.statements).toEqual([
      'alter table "record"."shop_box" rename to "shop_crate"',
      'alter sequence "record"."shop_box_ids" rename to "shop_crate_ids"',
      'alter table "record"."shop_crate" rename constraint "shop_box_pkey" to "shop_crate_pkey"',
      'alter table "record"."shop_crate" rename constraint "shop_box_id_positive" to "shop_crate_id_positive"',
    ])
    expect(plan(stateOf(renamed), renamed)).toEqual([])
  })

  it('model and field renamed at once: every object has its new name in the end', () => {
    const after = toModels([
      Box,
      model({
        name: 'shop.Thing',
        was: 'shop.Item',
        title: 'label',
        fields: { label: text({ max: 9, indexed: true, was: 'name' }), box: reference(Box) },
      }),
    ])
    const steps = plan(stateOf(toModels([Box, Item])), after)
    const fromModel = `from tabularium.models
where name in ('shop.Thing', 'shop.Item')
order by name = 'shop.Thing' desc
limit 1`
    expect(steps.map(({ title }) => title)).toEqual([
      'Rename the table of shop.Item to that of shop.Thing',
      'Rename shop.Thing.name to label',
    ])
    expect(steps[1]?.statements).toEqual([
      'alter table "record"."shop_thing" rename column "name" to "label"',
      expect.stringMatching(/rename constraint "shop_thing_name_check_(\w{8})" to "shop_thing_label_check_\1"$/),
      'alter index "record"."shop_thing_name_index" rename to "shop_thing_label_index"',
      `update tabularium.renamed_fields
set name = 'label'
where model = (select number ${fromModel}) and name = 'name'`,
      `insert into tabularium.renamed_fields (model, was, name, renamed_on)
select number, 'name', 'label', clock_timestamp()
${fromModel}`,
    ])
  })

  it('a rename is refused if both tables exist', () => {
    expect(plan(stateOf(toModels([Box, Crate])), toModels([Crate])).map(toLine)).toEqual([
      'Rename shop.Box to shop.Crate | blocked',
      'Drop the table shop_box, which belongs to no model | loses all records in shop_box',
    ])
  })

  it('the table of a removed model is dropped, after the references to it', () => {
    expect(plan(stateOf(toModels([Box, Item])), toModels([])).map(toLine)).toEqual([
      'Drop the constraint shop_item_box_reference',
      'Drop the table shop_box, which belongs to no model | loses all records in shop_box',
      'Drop the table shop_item, which belongs to no model | loses all records in shop_item',
    ])
  })
})

describe('after an interrupted migration', () => {
  const models = shop({ size: integer({ min: 0, indexed: true }), box: reference(Box) })

  function spoiled(spoil: (table: RecordState['tables'][number]) => object): RecordState {
    const state = stateOf(models)
    return {
      ...state,
      tables: state.tables.map((table) => (table.name === 'shop_item' ? { ...table, ...spoil(table) } : table)),
    }
  }

  it('an invalid index is dropped and built again', () => {
    const state = spoiled(({ indexes }) => ({ indexes: indexes.map((index) => ({ ...index, valid: false })) }))
    expect(plan(state, models).map(toLine)).toEqual([
      'Drop the unfinished index shop_item_size_index | alone',
      'Drop the unfinished index shop_item_box_index | alone',
      'Index shop.Item.size | alone',
      'Index shop.Item.box | alone',
    ])
  })

  it('a constraint that is not valid yet is validated', () => {
    const state = spoiled(({ checks, references }) => ({
      checks: checks.map((check) => ({ ...check, validated: false })),
      references: references.map((one) => ({ ...one, validated: false })),
    }))
    expect(plan(state, models).map(toLine)).toEqual([
      'Check shop.Item.id in all records',
      'Check shop.Item.size in all records',
      'Check shop.Item.box in all records',
    ])
  })

  it('a table from before ids were checked gets the check while requests continue', () => {
    const state = spoiled(({ checks }) => ({ checks: checks.filter(({ column }) => column !== 'id') }))
    const steps = plan(state, models)
    expect(steps.map(toLine)).toEqual(['Check shop.Item.id in new records', 'Check shop.Item.id in all records'])
    expect(steps.flatMap(({ statements }) => statements)).toEqual([
      'alter table "record"."shop_item" add constraint "shop_item_id_positive" check ("id" > 0) not valid',
      'alter table "record"."shop_item" validate constraint "shop_item_id_positive"',
    ])
  })

  it('a half required field becomes required', () => {
    const before = stateOf(shop({ size: integer() }))
    const after = shop({ size: integer({ required: true }) })
    const check = { name: 'shop_item_size_required', column: 'size', columns: ['size'], validated: true }
    const tables = before.tables.map((table) => ({
      ...table,
      checks: table.name === 'shop_item' ? [...table.checks, check] : table.checks,
    }))
    expect(plan({ ...before, tables }, after).map(toLine)).toEqual(['Require shop.Item.size'])
    expect(plan({ ...before, tables }, shop({ size: integer() })).map(toLine)).toEqual([
      'Drop the constraint shop_item_size_required',
    ])
  })
})
