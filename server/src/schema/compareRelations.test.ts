import { describe, expect, it } from 'vitest'
import { toModels } from '../../test/harness/everyType.ts'
import { plan, stateOf, toLine } from '../../test/harness/plans.ts'
import { Box, type Fields, Shelf } from '../../test/harness/shop.ts'
import { computed, integer, links, model, reference, text } from '../index.ts'
import type { Models } from '../model/Models.ts'
import type { RecordState } from './RecordState.ts'

/** A shop whose items have these fields and options. */
function shop(fields: Fields, options: object = {}): Models {
  const item = { name: 'shop.Item', title: 'name', fields: { name: text({ max: 99 }), ...fields } as Fields }
  return toModels([Box, Shelf, model({ ...item, ...options })])
}

/** The same shop with its items under another name. */
function withThings(fields: Fields): Models {
  return shop(fields, { name: 'shop.Thing', was: 'shop.Item' })
}

function linesOf(before: Models, after: Models): string[] {
  return plan(stateOf(before), after).map(toLine)
}

describe('the tables of links', () => {
  it('are created with their foreign keys, after the tables of the models', () => {
    const steps = plan({ exists: true, sequences: [], tables: [] }, shop({ boxes: links(Box) }))
    expect(steps.map(toLine)).toEqual([
      'Create the table of shop.Box',
      'Create the table of shop.Shelf',
      'Create the table of shop.Item',
      'Create the table of shop.Item.boxes',
    ])
    expect(steps[3]).toMatchObject({ required: true, lock: 'SHARE ROW EXCLUSIVE on both tables, short' })
    expect(steps[3]?.statements).toEqual([
      `create table "record"."shop_item_boxes_links" (
  "source" bigint not null,
  "target" bigint not null,
  constraint "shop_item_boxes_links_pkey" primary key ("source", "target"),
  constraint "shop_item_boxes_links_source_reference" foreign key ("source") references "record"."shop_item" (id),
  constraint "shop_item_boxes_links_target_reference" foreign key ("target") references "record"."shop_box" (id)
)`,
      'create index "shop_item_boxes_links_target_index" on "record"."shop_item_boxes_links" ("target")',
    ])
    expect(linesOf(shop({ boxes: links(Box) }), shop({ boxes: links(Box, { onDelete: 'refuse' }) }))).toEqual([])
  })

  it('are dropped with their relation', () => {
    expect(linesOf(shop({ boxes: links(Box) }), shop({}))).toEqual([
      'Drop the constraint shop_item_boxes_links_source_reference',
      'Drop the constraint shop_item_boxes_links_target_reference',
      'Drop the table shop_item_boxes_links, which belongs to no relation | loses all links in shop_item_boxes_links',
    ])
  })

  it('do not block the removal of a model', () => {
    const lines = linesOf(shop({ boxes: links(Box) }), toModels([Shelf]))
    expect(lines.map((line) => line.replace(/, which.*/, ''))).toEqual([
      'Drop the constraint shop_item_boxes_links_source_reference',
      'Drop the constraint shop_item_boxes_links_target_reference',
      'Drop the table shop_box',
      'Drop the table shop_item',
      'Drop the table shop_item_boxes_links',
    ])
  })

  it('are replaced if the target is another model', () => {
    expect(linesOf(shop({ places: links(Box) }), shop({ places: links(Shelf) }))).toEqual([
      'Replace the links of shop.Item.places, which lead to shop.Shelf now | loses all links of shop.Item.places',
    ])
  })

  const renames: [what: string, before: Models, after: Models, lines: string[]][] = [
    [
      'the relation',
      shop({ boxes: links(Box) }),
      shop({ crates: links(Box, { was: 'boxes' }) }),
      ['Rename the table shop_item_boxes_links to shop_item_crates_links'],
    ],
    [
      'the model',
      shop({ boxes: links(Box) }),
      withThings({ boxes: links(Box) }),
      [
        'Rename the table of shop.Item to that of shop.Thing',
        'Rename the table shop_item_boxes_links to shop_thing_boxes_links',
      ],
    ],
    [
      'both',
      shop({ boxes: links(Box) }),
      withThings({ crates: links(Box, { was: 'boxes' }) }),
      [
        'Rename the table of shop.Item to that of shop.Thing',
        'Rename the table shop_item_boxes_links to shop_thing_crates_links',
      ],
    ],
    [
      'the model that is linked to',
      toModels([Box, model({ name: 'shop.Item', title: 'name', fields: { name: text(), boxes: links(Box) } })]),
      toModels([
        model({ name: 'shop.Crate', was: 'shop.Box', title: 'code', fields: { code: text() } }),
        model({ name: 'shop.Item', title: 'name', fields: { name: text(), boxes: links('shop.Crate') } }),
      ]),
      ['Rename the table of shop.Box to that of shop.Crate'],
    ],
    [
      'nothing, since it was done before',
      shop({ crates: links(Box) }),
      shop({ crates: links(Box, { was: 'boxes' }) }),
      [],
    ],
  ]
  it.each(renames)('follow the new name of %s', (_, before, after, lines) => {
    const steps = plan(stateOf(before), after)
    expect(steps.map(toLine)).toEqual(lines)
    expect(steps.every(({ required }) => required)).toBe(true)
  })

  it('are renamed with all that belongs to them', () => {
    const [step] = plan(stateOf(shop({ boxes: links(Box) })), shop({ crates: links(Box, { was: 'boxes' }) }))
    expect(step?.statements).toEqual([
      'alter table "record"."shop_item_boxes_links" rename to "shop_item_crates_links"',
      ...['pkey', 'source_reference', 'target_reference'].map(
        (end) =>
          `alter table "record"."shop_item_crates_links" rename constraint ` +
          `"shop_item_boxes_links_${end}" to "shop_item_crates_links_${end}"`,
      ),
      'alter index "record"."shop_item_boxes_links_target_index" rename to "shop_item_crates_links_target_index"',
    ])
  })

  it('stay with their model if another model takes its name', () => {
    const fields = { name: text(), boxes: links(Box) }
    const Item = model({ name: 'shop.Item', title: 'name', fields })
    const Thing = model({ name: 'shop.Thing', was: 'shop.Item', title: 'name', fields })
    const both = toModels([Box, Thing, Item])
    expect(linesOf(toModels([Box, Item]), both)).toEqual([
      'Rename the table of shop.Item to that of shop.Thing',
      'Rename the table shop_item_boxes_links to shop_thing_boxes_links',
      'Create the table of shop.Item',
      'Create the table of shop.Item.boxes',
    ])
    expect(linesOf(both, both)).toEqual([])
    const before = toModels([Box, model({ name: 'shop.Thing', title: 'name', fields: { name: text() } }), Item])
    expect(linesOf(before, both)).toEqual(['Create the table of shop.Thing.boxes'])
  })

  it('are not renamed over others', () => {
    const before = shop({ boxes: links(Box), crates: links(Box) })
    expect(linesOf(before, shop({ crates: links(Box, { was: 'boxes' }) }))[0]).toBe(
      'Rename the table shop_item_boxes_links to shop_item_crates_links | blocked',
    )
  })

  it('are corrected if they were changed by hand', () => {
    const models = shop({ boxes: links(Box) })
    const state = stateOf(models)
    const spoil = (table: RecordState['tables'][number]) =>
      table.name === 'shop_item_boxes_links'
        ? { ...table, indexes: table.indexes.map((index) => ({ ...index, valid: false })), references: [] }
        : table
    const steps = plan({ ...state, tables: state.tables.map(spoil) }, models)
    expect(steps.map(toLine)).toEqual([
      'Drop the unfinished index shop_item_boxes_links_target_index | alone',
      'Index the target of shop.Item.boxes | alone',
      'Let the source of shop.Item.boxes refer to shop_item',
      'Check the source of shop.Item.boxes in all records',
      'Let the target of shop.Item.boxes refer to shop_box',
      'Check the target of shop.Item.boxes in all records',
    ])
    expect(steps[2]?.preconditions?.[0]?.query).toMatch(
      /^select id::text as example from \(select "source" as id, "source" from/,
    )
  })
})

describe('indexes over several fields', () => {
  const size = integer({ required: true, indexed: true })

  it.each([
    [['name'], '("name" nulls last, "id")'],
    [['-name', 'size'], '("name" desc nulls last, "size", "id")'],
    [['-size'], '("size" desc, "id")'],
    [['box', '-createdOn', 'updatedOn'], '("box" nulls last, "created_on" desc, "updated_on", "id")'],
  ])('%j', (keys, over) => {
    const before = shop({ size, box: reference(Box) })
    const steps = plan(stateOf(before), shop({ size, box: reference(Box) }, { indexes: [keys] }))
    expect(steps.map(toLine)).toEqual([`Index shop.Item by ${keys.join(', ')} | alone`])
    const [statement = ''] = steps[0]?.statements ?? []
    expect(statement).toMatch(/^create index concurrently "shop_item_sort_[0-9a-f]{8}" on "record"."shop_item" /)
    expect(statement.endsWith(over)).toBe(true)
  })

  it('another direction or another order is another index', () => {
    const before = shop({ size }, { indexes: [['name', 'size']] })
    for (const indexes of [[['name', '-size']], [['size', 'name']]])
      expect(linesOf(before, shop({ size }, { indexes }))).toEqual([
        expect.stringMatching(/^Drop the index shop_item_sort_[0-9a-f]{8} \| alone$/),
        `Index shop.Item by ${indexes.flat().join(', ')} | alone`,
      ])
  })

  it('follow the renames of model and fields', () => {
    const before = shop({ size, code: text({ max: 9 }) }, { indexes: [['-size', 'code']], search: ['name', 'code'] })
    const fields = {
      width: integer({ required: true, indexed: true, was: 'size' }),
      key: text({ max: 9, was: 'code' }),
    }
    const options = { indexes: [['-width', 'key']], search: ['name', 'key'] }
    expect(linesOf(before, shop(fields, options))).toEqual([
      'Rename shop.Item.size to width',
      'Rename shop.Item.code to key',
    ])
    expect(linesOf(before, shop(fields, { ...options, name: 'shop.Thing', was: 'shop.Item' }))).toEqual([
      'Rename the table of shop.Item to that of shop.Thing',
      'Rename shop.Thing.size to width',
      'Rename shop.Thing.code to key',
    ])
  })

  it('are built again if a column is replaced, and are dropped with a removed column', () => {
    const before = shop({ size, full: computed('{name}') }, { indexes: [['full', 'size']], search: ['full'] })
    expect(
      linesOf(before, shop({ size, full: computed('{name}!') }, { indexes: [['full', 'size']], search: ['full'] })),
    ).toEqual([
      'Change columns of shop.Item: recompute full | rewrites',
      'Index shop.Item by full, size | alone',
      'Index shop.Item for search in full | alone',
    ])
    expect(linesOf(before, shop({ size }))).toEqual(['Change columns of shop.Item: drop full'])
  })
})

describe('the index for search', () => {
  it('is over the text that q searches', () => {
    const [step] = plan(stateOf(shop({})), shop({}, { search: ['name'] }))
    expect(step).toMatchObject({ title: 'Index shop.Item for search in name', mode: 'alone', required: false })
    expect(step?.statements[0]).toMatch(
      new RegExp(
        '^create index concurrently "shop_item_search_[0-9a-f]{8}" on "record"."shop_item" ' +
          `using gin \\(\\(lower\\(coalesce\\("name", ''\\)\\)\\) gin_trgm_ops\\)$`,
      ),
    )
    expect(step?.cleanup).toMatch(/^drop index concurrently if exists "record"."shop_item_search_[0-9a-f]{8}"$/)
  })

  it('is built again for other fields', () => {
    expect(
      linesOf(shop({ code: text() }, { search: ['name'] }), shop({ code: text() }, { search: ['name', 'code'] })),
    ).toEqual([
      expect.stringMatching(/^Drop the index shop_item_search_[0-9a-f]{8} \| alone$/),
      'Index shop.Item for search in name, code | alone',
    ])
  })
})
