import { describe, expect, it } from 'vitest'
import { compareTrigrams } from './compareTrigrams.ts'

const missing = { visible: false, available: true, permitted: true, user: 'clerk', database: 'shop' }

describe('the extension for search', () => {
  it('is installed once, and only if a model declares search', () => {
    expect(compareTrigrams(undefined)).toEqual([])
    expect(compareTrigrams({ ...missing, schema: 'public', visible: true })).toEqual([])
    expect(compareTrigrams(missing)).toMatchObject([
      { statements: ['create extension if not exists pg_trgm'], mode: 'transaction', required: false },
    ])
  })

  it.each([
    ['the server does not have it', { available: false }, /does not have it\. Ask the administrator to install/],
    ['the user may not', { permitted: false }, /in the database shop: create extension pg_trgm; or: grant create on/],
    [
      'it is not on the search path',
      { schema: 'tools' },
      /in the schema tools, .* search path of clerk.* set schema public/,
    ],
  ])('if %s, the step says what to ask for, and a process can serve without it', (_, state, advice) => {
    expect(compareTrigrams({ ...missing, ...state })).toMatchObject([
      { blocked: expect.stringMatching(advice), statements: [], required: false },
    ])
  })
})
