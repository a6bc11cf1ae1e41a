import { expect, it } from 'vitest'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { WhyAbout } from '../../../component/explain/WhyDialog.tsx'
import { locksOf } from './locksOf.ts'

const state = { name: 'state', type: 'text', label: 'State' } as const
const model = {
  name: 'tabularium.Job',
  fields: [state],
  may: { read: 'all', create: 'none', update: 'none', delete: 'some' },
} as unknown as ModelMeta
const all = { update: true, delete: true, restore: true, fields: ['state'] } as const

/** What a press on each button asks about; null for a button that is not locked. */
function asked(may: Parameters<typeof locksOf>[1], of = model) {
  let about: WhyAbout | null = null
  const locks = locksOf(of, may, (why) => (about = why), 'state')
  const press = (lock: (() => void) | undefined) => {
    about = null
    lock?.()
    return about
  }
  return { update: press(locks.update), delete: press(locks.delete) }
}

it('nothing is locked for those who may change and delete the record', () => {
  expect(asked(all)).toEqual({ update: null, delete: null })
})

it('what the record does not allow is locked, and says why', () => {
  const read = { ...all, update: false, delete: false, fields: [] }
  expect(asked(read)).toEqual({ update: { action: 'update' }, delete: { action: 'delete' } })
  expect(asked({ ...all, fields: [] })).toEqual({ update: { action: 'update', field: state }, delete: null })
})

it('the model decides where nothing is said of the record', () => {
  expect(asked(undefined)).toEqual({ update: { action: 'update' }, delete: null })
  expect(asked(undefined, { ...model, may: { ...model.may, update: 'some' } })).toEqual({ update: null, delete: null })
})
