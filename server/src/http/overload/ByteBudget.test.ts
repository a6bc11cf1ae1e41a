import { expect, it } from 'vitest'
import { ByteBudget } from './ByteBudget.ts'

const MiB = 1024 * 1024

it('admits what fits, and always what is small', () => {
  const budget = new ByteBudget(90 * MiB)
  budget.hold(80 * MiB)
  expect([10, 11].map((size) => budget.admits(size * MiB))).toEqual([true, false])
  budget.hold(10 * MiB)
  expect(budget.admits(64 * 1024)).toBe(true)
  budget.release(90 * MiB)
  expect([budget.held, budget.admits(200 * MiB)]).toEqual([0, true])
})

it('gives one user at most a third', () => {
  const budget = new ByteBudget(90 * MiB)
  budget.hold(30 * MiB, 1)
  expect([budget.admits(MiB, 1), budget.admits(MiB, 2), budget.admits(60 * MiB, 2)]).toEqual([false, true, true])
  budget.release(30 * MiB, 1)
  budget.hold(MiB, 2)
  expect(budget.admits(30 * MiB, 1)).toBe(true)
})
