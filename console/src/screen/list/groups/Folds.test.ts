import { expect, it } from 'vitest'
import { fold, isOpen, keyOf, noFolds, pagesOf } from './Folds.ts'

const [one, two] = [keyOf('', 'a'), keyOf('', 'b')]
const inner = keyOf(one, 7)

it('a level begins open or folded, and what somebody does to a group counts more', () => {
  const begun = fold(noFolds, { does: 'begin', level: 0, isOpen: true })
  const folded = fold(begun, { does: 'fold', key: one, isOpen: false })
  expect([isOpen(noFolds, one), isOpen(begun, one), isOpen(folded, one), isOpen(folded, two)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

it('all groups of a level are folded or opened together, and no others', () => {
  const opened = fold(fold(noFolds, { does: 'fold', key: inner, isOpen: true }), {
    does: 'all',
    level: 0,
    isOpen: true,
  })
  expect([isOpen(opened, one), isOpen(opened, inner)]).toEqual([true, true])
  const all = fold(opened, { does: 'all', level: 1, isOpen: false })
  expect([isOpen(all, two), isOpen(all, inner)]).toEqual([true, false])
})

it('a group shows one page more at a time', () => {
  const more = fold(noFolds, { does: 'more', key: one })
  expect([pagesOf(noFolds, one), pagesOf(more, one), pagesOf(more, two)]).toEqual([1, 2, 1])
})
