import { expect, it } from 'vitest'
import { library } from '../../test/harness/library.ts'
import { RightsBook } from './RightsBook.ts'

it('keeps the rights that are used, however many others come by once', () => {
  const book = new RightsBook(library)
  const hot = { admin: false, rules: '' }
  const rights = book.find(hot)
  for (let n = 0; n < 1_000; n++) {
    book.find({ admin: false, rules: ' '.repeat(n + 1) })
    expect(book.find(hot)).toBe(rights)
  }
})

it('forgets what was not used for long', () => {
  const book = new RightsBook(library)
  const cold = book.find({ admin: false, rules: '' })
  for (let n = 0; n < 300; n++) book.find({ admin: false, rules: ' '.repeat(n + 1) })
  expect(book.find({ admin: false, rules: '' })).not.toBe(cold)
})
