import { describe, expect, test } from 'vitest'
import { type Step, toBlockedStep, toStep } from '../../schema/Step.ts'
import { decide, isPending } from './decide.ts'
import type { Answer } from './Task.ts'

const table = 'books'
const add = toStep('Add shelf', [], { creates: { table, column: 'shelf' }, required: true })
const addElsewhere = toStep('Add email', [], { creates: { table: 'authors', column: 'email' } })
const addModel = toStep('Create Author', [], { creates: { table: 'authors' } })
const drop = toStep('Drop pages', [], { loses: 'all pages', affects: { table, dropped: ['pages'], converted: [] } })
const dropModel = toStep('Drop Loan', [], {
  loses: 'all loans',
  affects: { table: 'loans', dropped: [], converted: [], whole: true },
})
const convert = toStep('Convert pages', [], { loses: 'what is no number', required: true })
const impossible = toBlockedStep('Require name', 'There are records without a name.')

function heldBy(steps: readonly Step[], answer: Answer = 'ask', known: readonly string[] = []) {
  return decide(steps, { answer, known, agreed: [] }).held
}

describe('steps that lose nothing', () => {
  test('are run by themselves', () => {
    expect(decide([add, addModel], { answer: 'ask', known: [], agreed: [] })).toEqual({ pending: [] })
    expect([add, addModel, addElsewhere].map(isPending)).toEqual([false, false, false])
  })
})

describe('steps that lose data or cannot be done', () => {
  test.each([['ask'], ['keep']] as const)('are never run when the answer is %s', (answer) => {
    for (const step of [drop, dropModel, convert, impossible])
      expect(decide([add, step], { answer, known: [], agreed: [] }).pending).toEqual([step])
  })

  test('are left out, and the others are run, if the models can be served without them', () => {
    expect(decide([addElsewhere, drop], { answer: 'ask', known: [], agreed: [] })).toEqual({ pending: [drop] })
  })

  test('hold everything if the models cannot be served without them, whatever is kept', () => {
    for (const step of [convert, impossible])
      for (const answer of ['ask', 'keep'] as const) expect(heldBy([add, step], answer)).toBe('required')
  })

  test('are all run with the answer apply, if all of them were agreed to', () => {
    for (const agreed of ['all', [convert.title, drop.title]] as const)
      expect(decide([add, drop, convert], { answer: 'apply', known: [], agreed })).toEqual({ pending: [] })
  })

  test('are asked about if the models were changed after they were shown', () => {
    const decided = decide([addElsewhere, drop, dropModel], { answer: 'apply', known: [], agreed: [drop.title] })
    expect(decided).toEqual({ pending: [drop, dropModel] })
  })
})

describe('what looks like a rename', () => {
  test.each<[string, Step[], 'rename' | undefined]>([
    ['a column less and one more of the same table', [add, drop], 'rename'],
    ['a column less and one more of another table', [addElsewhere, drop], undefined],
    ['a model less and one more', [addModel, dropModel], 'rename'],
    ['a model less and a column more', [add, dropModel], undefined],
    ['a column less and a model more', [addModel, drop], undefined],
  ])('%s', (_, steps, held) => {
    expect(heldBy(steps)).toBe(held)
  })

  test('holds nothing after the answer keep', () => {
    expect(decide([add, drop], { answer: 'keep', known: [], agreed: [] })).toEqual({ pending: [drop] })
  })

  test('holds nothing if the loss was shown and left out before: then something is added later', () => {
    expect(heldBy([add, drop], 'ask', [drop.title])).toBe(undefined)
    expect(heldBy([add, drop], 'ask', ['Drop another'])).toBe('rename')
  })
})
