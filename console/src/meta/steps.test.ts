import { expect, it } from 'vitest'
import { choice, model } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import { finalValues, followersOf, isFinal, isForGood } from './steps.ts'

const declaration = {
  name: 'steps.Order',
  title: 'status',
  fields: { status: choice(['draft', 'placed', 'shipped', 'void']), kind: choice(['a', 'b']) },
  transitions: { status: { draft: ['placed'], placed: ['draft', 'shipped', 'void'], void: [] } },
} as const
const free = describeModel(model(declaration))
const strict = describeModel(model({ ...declaration, undoTransitions: false }))

it('a value without followers is final, listed or not, and none is', () => {
  expect(['draft', 'placed', 'shipped', 'void'].filter((value) => isFinal(free, 'status', value))).toEqual([
    'shipped',
    'void',
  ])
  expect(isFinal(free, 'status', null)).toBe(false)
  expect(isFinal(free, 'kind', 'a')).toBe(false)
  expect(followersOf(free, 'status', 'constructor')).toEqual([])
})

it.each([
  [{ status: { from: 'placed', to: 'void' } }, true],
  [{ status: { from: null, to: 'void' } }, true],
  [{ status: { from: 'draft', to: 'placed' } }, false],
  [{ status: { to: 'void' } }, false],
  [{ status: { from: 'void', to: 'void' } }, false],
  [{ kind: { from: 'a', to: 'b' } }, false],
])('%j is for good where the model forbids the undo of transitions: %s', (changes, isStuck) => {
  expect(isForGood(strict, changes)).toBe(isStuck)
  expect(isForGood(free, changes)).toBe(false)
})

it('finds the final values of a preview, each once', () => {
  const changes = ['placed', 'draft'].map((from) => ({ status: { from, to: 'void' }, kind: { from: null, to: 'b' } }))
  expect(finalValues(free, [...changes, { status: { from: 'draft', to: 'placed' } }])).toEqual([
    { field: free.fields[0], value: 'void' },
  ])
})
