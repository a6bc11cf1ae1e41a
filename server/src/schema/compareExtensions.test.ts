import { describe, expect, it } from 'vitest'
import { requireAt } from '../failure/invariant.ts'
import { date } from '../model/field/date.ts'
import { text } from '../model/field/text.ts'
import { model } from '../model/declare.ts'
import { toModels } from '../../test/harness/everyType.ts'
import { compareExtensions, inspectExtensions } from './compareExtensions.ts'

const fields = { name: text(), on: date() }
const period = { name: 'oneAtATime', by: ['name'], from: 'on', to: 'on', message: 'is taken' } as const
const plain = toModels([model({ name: 'shop.Box', title: 'name', fields })])
const models = toModels([model({ name: 'shop.Box', title: 'name', fields, search: ['name'], noOverlap: [period] })])
const states = await inspectExtensions(
  async () => [{ visible: 'f', available: 't', permitted: 't', user: 'clerk', database: 'shop' }],
  models,
)

describe.each([
  ['pg_trgm', requireAt(states, 0)],
  ['btree_gist', requireAt(states, 1)],
])('the extension %s', (name, missing) => {
  it('is installed once, and only if a model needs it', async () => {
    expect(await inspectExtensions(async () => [], plain)).toEqual([])
    expect(compareExtensions([])).toEqual([])
    expect(compareExtensions([{ ...missing, schema: 'public', visible: true }])).toEqual([])
    expect(compareExtensions([missing])).toMatchObject([
      { statements: [`create extension if not exists ${name}`], mode: 'transaction', required: false },
    ])
  })

  it.each([
    ['the server does not have it', { available: false }, 'which include NAME; or remove'],
    ['the user may not', { permitted: false }, 'in the database shop: create extension NAME; or: grant create on'],
    ['it is not on the search path', { schema: 'tools' }, 'run: alter extension NAME set schema public'],
  ])('if %s, the step says what to ask for, and a process can serve without it', (_, state, advice) => {
    expect(compareExtensions([{ ...missing, ...state }])).toMatchObject([
      { blocked: expect.stringContaining(advice.replace('NAME', name)), statements: [], required: false },
    ])
  })
})
