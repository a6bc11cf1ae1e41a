import { describe, expect, expectTypeOf, it } from 'vitest'
import { Item, type Shelf } from '../../test/harness/everyType.ts'
import { isModelDeclaration, type NewRecordOf, type RecordOf } from './declare.ts'

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

describe('isModelDeclaration', () => {
  it('knows what model() made and nothing that looks like it', () => {
    expect(isModelDeclaration(Item)).toBe(true)
    expect(isModelDeclaration({ ...Item })).toBe(false)
    expect(isModelDeclaration(null)).toBe(false)
  })
})
