import { describe, expect, expectTypeOf, it } from 'vitest'
import { Item, type Shelf } from '../../test/harness/everyType.ts'
import type { Line } from '../../../examples/orders/Line.ts'
import { isModelDeclaration, model, type NewRecordOf, type RecordOf } from './declare.ts'
import { text } from './field/text.ts'

describe('the types that follow from a declaration', () => {
  it('a record has every field; what is not required may be null', () => {
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('name').toEqualTypeOf<string>()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('email').toEqualTypeOf<string | null>()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('balance').toEqualTypeOf<number | null>()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('amount').toEqualTypeOf<string | null>()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('worth').toEqualTypeOf<string | null>()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('open').toEqualTypeOf<boolean>()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('state').toEqualTypeOf<'new' | 'used' | "owner's">()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('title').toEqualTypeOf<string>()
    expectTypeOf<RecordOf<typeof Item>>().toHaveProperty('version').toEqualTypeOf<number>()
    expect(Object.keys(Item.fields)).toContain('title')
  })

  it('a new record needs what is required and has no default, and cannot set what is computed', () => {
    expectTypeOf<{ code: string }>().toExtend<NewRecordOf<typeof Shelf>>()
    expectTypeOf<{ name: string }>().toExtend<NewRecordOf<typeof Item>>()
    expectTypeOf<{ email: string }>().not.toExtend<NewRecordOf<typeof Item>>()
    expectTypeOf<keyof NewRecordOf<typeof Item>>().extract<'title' | 'worth' | 'id' | 'version'>().toBeNever()
    expect(Item.title).toBe('title')
  })
})

describe('the names that a declaration keeps', () => {
  it('a model has its own name, its title, its list and its unique groups as literal types', () => {
    expectTypeOf(Item.name).toEqualTypeOf<'org.example.archive.Item'>()
    expectTypeOf(Item.title).toEqualTypeOf<'title'>()
    expectTypeOf(Item.list).toEqualTypeOf<readonly ['title', 'amount', 'shelf', 'seenOn'] | undefined>()
    expectTypeOf<(typeof Shelf)['list']>().toEqualTypeOf<readonly ['code'] | undefined>()
    expectTypeOf<(typeof Line)['unique']>().toEqualTypeOf<readonly [readonly ['order', 'product']] | undefined>()
    expect(Item.name).toBe('org.example.archive.Item')
  })

  it('a field has its type, and a reference or relation the name of the other model', () => {
    expectTypeOf(Item.fields.amount.type).toEqualTypeOf<'decimal'>()
    expectTypeOf(Item.fields.serial.type).toEqualTypeOf<'series'>()
    expectTypeOf(Item.fields.shelf.target).toEqualTypeOf<'org.example.archive.Shelf'>()
    expectTypeOf(Item.fields.parent.target).toEqualTypeOf<'org.example.archive.Item'>()
    expectTypeOf<(typeof Shelf)['fields']['items']['target']>().toEqualTypeOf<'org.example.archive.Item'>()
    expectTypeOf<NonNullable<(typeof Item.fields.open)['~types']>>().toEqualTypeOf<{
      readonly value: boolean
      readonly required: true
      readonly writable: true
    }>()
    expect(Item.fields.shelf.target).toBe('org.example.archive.Shelf')
  })

  it('names that the declaration does not have are refused', () => {
    // @ts-expect-error: there is no such field.
    model({ name: 'org.example.Thing', title: 'nam', fields: { name: text() } })
    // @ts-expect-error: there is no such field.
    model({ name: 'org.example.Thing', title: 'name', list: ['name', 'cod'], fields: { name: text() } })
    // @ts-expect-error: a model has no such member.
    model({ name: 'org.example.Thing', title: 'name', fields: { name: text() }, nonsense: true })
    expect('~types' in Item.fields.name).toBe(false)
  })
})

describe('isModelDeclaration', () => {
  it('knows what model() made and nothing that looks like it', () => {
    expect(isModelDeclaration(Item)).toBe(true)
    expect(isModelDeclaration({ ...Item })).toBe(false)
    expect(isModelDeclaration(null)).toBe(false)
  })
})
