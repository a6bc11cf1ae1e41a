import { describe, expect, it } from 'vitest'
import type { Extent, FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'
import { mayBringBack } from './mayBringBack.ts'

const all = { read: 'all', create: 'all', update: 'all' } as const

/** A model with one field besides the title. */
function modelOf(
  may: Partial<Record<'read' | 'create' | 'update', Extent>>,
  field: Partial<FieldMeta> = {},
): ModelMeta {
  const fields: FieldMeta[] = [
    { name: 'name', type: 'text', label: 'Name', may: all },
    { name: 'other', type: 'text', label: 'Other', may: all, ...field },
  ]
  return { name: 'a.B', label: 'B', title: 'name', list: [], fields, may: { ...all, delete: 'none', ...may } }
}

describe('a deleted record', () => {
  it('may be brought back by those who may read, create and change all records', () => {
    expect(mayBringBack(modelOf({}), false)).toBe(true)
    for (const action of ['read', 'create', 'update'] as const)
      for (const extent of ['some', 'none'] as const)
        expect(mayBringBack(modelOf({ [action]: extent }), false), `${action} ${extent}`).toBe(false)
  })

  it.each(['read', 'create', 'update'] as const)(
    'may not be brought back without the right to %s a field',
    (action) => {
      expect(mayBringBack(modelOf({}, { may: { ...all, [action]: 'none' } }), false)).toBe(false)
      expect(mayBringBack(modelOf({}, { may: { ...all, [action]: 'some' } }), false)).toBe(false)
    },
  )

  it('may have fields that nobody fills in, that only actions write, and secrets', () => {
    const closed = { read: 'all', create: 'none', update: 'none' } as const
    expect(mayBringBack(modelOf({}, { type: 'formula', may: closed }), false)).toBe(true)
    expect(mayBringBack({ ...modelOf({}, { may: closed }), only: { other: 'actions' } }, false)).toBe(true)
    expect(mayBringBack(modelOf({}, { secret: true, may: { ...all, read: 'none' } }), false)).toBe(true)
  })

  it('of the service itself is brought back by administrators alone', () => {
    const own = { ...modelOf({}), name: 'tabularium.User' }
    expect([mayBringBack(own, false), mayBringBack(own, true)]).toEqual([false, true])
  })
})
