import { expect, it } from 'vitest'
import { findKnown } from './findKnown.ts'

const ada = { id: 7, version: 2, name: 'Ada' }
const newer = { ...ada, version: 3, name: 'Ada Lovelace' }

it('finds the newest version of a record among all answers that have it', () => {
  const others = [undefined, null, 'text', { records: [newer], offset: 0 }, { pages: [] }, [{ id: 8, version: 9 }]]
  expect(findKnown(others, 7)).toBeUndefined()
  expect(findKnown([...others, ada], 7)).toBe(ada)
  expect(findKnown([...others, { record: ada, may: {} }], 7)).toBe(ada)
  expect(findKnown([[{ id: 8, version: 0 }, ada], ...others], 7)).toBe(ada)
  expect(findKnown([ada, { record: newer }, [ada]], 7)).toBe(newer)
})

it('gives the same object as long as nothing newer is known', () => {
  expect(findKnown([ada, { record: { ...ada } }], 7)).toBe(ada)
})
