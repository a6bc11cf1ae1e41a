import { describe, expect, it } from 'vitest'
import { toModels } from '../../../test/harness/everyType.ts'
import { model } from '../../model/declare.ts'
import { choice } from '../../model/field/choice.ts'
import { decimal } from '../../model/field/decimal.ts'
import { integer } from '../../model/field/integer.ts'
import { json } from '../../model/field/json.ts'
import { reference } from '../../model/field/reference.ts'
import { rollup } from '../../model/field/rollup.ts'
import { text } from '../../model/field/text.ts'
import { collection } from '../../model/relation/collection.ts'
import { links } from '../../model/relation/links.ts'
import type { SearchShape } from '../../plan/SearchShape.ts'
import { adviseSearch } from './adviseSearch.ts'

const Box = model({
  name: 'shop.Box',
  title: 'code',
  fields: { code: text({ max: 20, unique: true }), room: text({ max: 20 }), size: integer() },
})
const Item = model({
  name: 'shop.Item',
  title: 'name',
  search: ['name'],
  indexes: [['kind', '-price']],
  fields: {
    name: text({ max: 100 }),
    notes: text({ multiline: true }),
    kind: choice(['tool', 'toy'], { indexed: true }),
    price: decimal({ precision: 10, scale: 2 }),
    stock: integer(),
    more: json(),
    box: reference(Box),
    boxes: links(Box),
  },
})
const Crate = model({
  name: 'shop.Crate',
  title: 'code',
  fields: {
    code: text({ max: 20 }),
    status: choice(['open', 'shut']),
    parts: collection('shop.Part', { by: 'crate' }),
    weight: rollup<string>('sum', 'parts.weight'),
  },
})
const Part = model({
  name: 'shop.Part',
  title: 'name',
  fields: {
    name: text({ max: 20 }),
    weight: decimal({ precision: 10, scale: 2 }),
    crate: reference(Crate),
  },
})
const models = toModels([Box, Item, Crate, Part])

/** Criteria are `field comparator`. */
interface Asked {
  model?: string
  all?: string[]
  inside?: string[]
  sort?: string[]
  aggregated?: string[]
}

function advise(shape: Asked, tables = ['shop_item']): string[] {
  const toCriteria = (lines: string[] = []) =>
    lines.map((line) => {
      const [field = '', comparator = ''] = line.split(' ')
      return { field, comparator } as SearchShape['all'][number]
    })
  const { model: name = 'shop.Item', sort = [], aggregated } = shape
  const whole = { model: name, words: false, sort, ...(aggregated ? { aggregated } : {}) }
  const problems = tables.map((table) => ({ kind: 'scan', table }) as const)
  return adviseSearch({ ...whole, all: toCriteria(shape.all), inside: toCriteria(shape.inside) }, problems, models)
}

const apply = 'then run npx tabularium migrate apply.'

describe('what to declare for a search that scans', () => {
  it('the sort', () => {
    expect(advise({ sort: ['-stock'] })).toEqual([
      `In shop.Item declare indexes: [['kind', '-price'], ['-stock']], ${apply}`,
    ])
  })

  it('fields compared with =, then the sort', () => {
    expect(advise({ all: ['stock =', 'price >'], sort: ['-createdOn', 'kind'] })).toEqual([
      `In shop.Item declare indexes: [['kind', '-price'], ['stock', '-createdOn', 'kind']], ${apply}`,
    ])
    expect(advise({ all: ['stock ='], sort: ['stock', 'price'] })).toEqual([
      `In shop.Item declare indexes: [['kind', '-price'], ['stock', 'price']], ${apply}`,
    ])
  })

  it('one field, which needs nothing but indexed', () => {
    expect(advise({ all: ['stock ='] })).toEqual([`In shop.Item declare stock with indexed: true, ${apply}`])
    expect(advise({ all: ['price between'] })).toEqual([`In shop.Item declare price with indexed: true, ${apply}`])
    expect(advise({ all: ['createdOn >'] })).toEqual([
      `In shop.Item declare indexes: [['kind', '-price'], ['createdOn']], ${apply}`,
    ])
  })

  it('fields compared with =, then one range', () => {
    expect(advise({ all: ['price >', 'stock =', 'kind in'] })).toEqual([
      `In shop.Item declare indexes: [['kind', '-price'], ['stock', 'price']], ${apply}`,
    ])
  })

  it('search, for a pattern', () => {
    expect(advise({ all: ['notes like'] })).toEqual([
      "In shop.Item declare search: ['name', 'notes'], run npx tabularium migrate apply, " +
        'and send q instead of like on notes.',
    ])
    expect(advise({ inside: ['name like'] })).toEqual([
      'Send q instead of like on name: shop.Item has an index for it.',
    ])
  })

  it('an index of the other model, over references and relations', () => {
    const inBox = `In shop.Box declare room with indexed: true, ${apply}`
    expect(advise({ all: ['box.room ='] }, ['shop_box'])).toEqual([inBox])
    expect(advise({ inside: ['boxes.room ='] }, ['shop_box'])).toEqual([inBox])
    expect(advise({ all: ['box.room ='], sort: ['-stock'] }, ['shop_box', 'shop_item'])).toEqual([
      `In shop.Item declare indexes: [['kind', '-price'], ['-stock']], ${apply}`,
      inBox,
    ])
  })

  it('the limit of a text that is too long for an index', () => {
    expect(advise({ all: ['notes ='] })).toEqual([
      expect.stringMatching(/^In shop\.Item declare notes with indexed: true, .* But .*write max: …/),
    ])
  })
})

describe('where there is nothing to declare', () => {
  const passedOver = expect.stringMatching(/^shop\.\w+ has an index for it\. .*total: false/)
  const narrow = expect.stringMatching(/^No index can serve this search: add a criterion/)

  it('the model has an index already', () => {
    expect(advise({ all: ['kind ='] })).toEqual([passedOver])
    expect(advise({ all: ['box ='] })).toEqual([passedOver])
    expect(advise({ all: ['kind ='], sort: ['-price'] })).toEqual([passedOver])
    expect(advise({ all: ['box.code ='] }, ['shop_box'])).toEqual([passedOver])
  })

  it('no index could serve', () => {
    expect(advise({ inside: ['stock =', 'price ='] })).toEqual([narrow])
    expect(advise({ all: ['stock !=', 'more isNull'] })).toEqual([narrow])
    expect(advise({})).toEqual([narrow])
  })

  it('a sort goes by another record', () => {
    expect(advise({ sort: ['-box.room'] })).toEqual([
      'No index is in the order of box.room: sort by a field of shop.Item itself, or ask for fewer records.',
    ])
  })

  describe('a rollup decides', () => {
    const computed = (name: string) =>
      `No index can serve ${name}, a rollup that is computed for every record: add a criterion on an indexed field ` +
      'that few records meet, or keep the value in an indexed field of shop.Crate that your application writes ' +
      'together with parts, and use that field instead.'
    const ofCrates = { model: 'shop.Crate' }

    it('which records, or in which order', () => {
      expect(advise({ ...ofCrates, sort: ['-weight'] }, ['shop_crate'])).toEqual([computed('weight')])
      expect(advise({ ...ofCrates, all: ['weight >'] }, ['shop_crate'])).toEqual([computed('weight')])
      expect(advise({ ...ofCrates, inside: ['weight isNull'] }, ['shop_part'])).toEqual([computed('weight')])
    })

    it('among records that an index finds', () => {
      expect(advise({ ...ofCrates, all: ['status =', 'weight >'], sort: ['weight'] }, ['shop_crate'])).toEqual([
        `In shop.Crate declare status with indexed: true, ${apply}`,
        computed('weight'),
      ])
    })

    it('over a reference, where it is in no index either', () => {
      const ofParts = { model: 'shop.Part' }
      expect(advise({ ...ofParts, all: ['crate.weight ='] }, ['shop_crate'])).toEqual([computed('crate.weight')])
      expect(advise({ ...ofParts, sort: ['crate.weight'] }, ['shop_part'])).toEqual([
        'No index is in the order of crate.weight: sort by a field of shop.Part itself, or ask for fewer records.',
      ])
    })

    it('in an aggregate', () => {
      expect(advise({ ...ofCrates, aggregated: ['status', 'weight'] }, ['shop_crate'])).toEqual([
        expect.stringMatching(/^No index can serve this aggregate/),
        computed('weight'),
      ])
    })
  })

  it('the model is not loaded', () => {
    const shape = { model: 'shop.Gone', all: [], inside: [], sort: [], words: false }
    expect(adviseSearch(shape, [], models)).toEqual([expect.stringContaining('shop.Gone is not among the models')])
  })
})
