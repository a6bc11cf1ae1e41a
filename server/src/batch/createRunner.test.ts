import { expect, it } from 'vitest'
import { credential } from '../../test/harness/authorizations.ts'
import { toFailure } from '../postgres/errors.ts'
import { DeadlinePassed } from '../postgres/NoConnection.ts'
import { Models } from '../model/Models.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import type { Credential } from '../permission/Credential.ts'
import { sql } from '../sql/sql.ts'
import { toKey } from '../statement/Shape.ts'
import type { StatementMaker } from '../statement/Statement.ts'
import { groupKey, runGroup } from './createRunner.ts'

const maker: StatementMaker<Credential | undefined, string> = {
  name: 'record.read',
  effect: 'read',
  shapeOf: () => ['read'],
  authorizationOf: (own) => ({ ...serviceAuthorization(new Models([])), credential: own }),
  toSql: () => sql`select 1`,
  toResults: () => [],
}

it.each([
  { who: 'a caller with rules', own: credential, share: false },
  { who: 'an API key of an administrator', own: { ...credential, isAdmin: true, isKey: true }, share: false },
  { who: 'an administrator', own: { ...credential, isAdmin: true }, share: true },
])('requests of $who from before and after a change of rights share a statement: $share', ({ own, share }) => {
  const [before, after] = ['1', '2'].map((revision) => groupKey(maker, { ...own, revision }))
  expect(before === after).toBe(share)
})

it('requests of the service itself share a statement', () => {
  expect(groupKey(maker, undefined)).toBe(toKey(['read']))
})

it('a write that one of its requests no longer waits for is sent for the others', async () => {
  const deadlines = [-1, 60_000].map((wait) => ({ at: performance.now() + wait, mayBeWritten: false }))
  const write: StatementMaker<number, string> = {
    name: 'record.update',
    effect: 'write',
    shapeOf: () => ['write'],
    toSql: () => sql`select 1`,
    authorizationOf: (index) => {
      const [deadline] = deadlines.slice(index)
      return { ...serviceAuthorization(new Models([])), ...(deadline ? { deadline } : {}) }
    },
    toResults: (items) => items.map((item) => `written ${item}`),
  }
  const sent: number[] = []
  const run = async (_: unknown, __: unknown, { items = 0 } = {}) => {
    sent.push(items)
    if (items > 1) throw toFailure(new DeadlinePassed('Late.'), 'write')
    return [['t', '']]
  }
  const settled = await runGroup(write, [0, 1], { run }, new Models([]))
  expect(sent).toEqual([2, 1])
  expect(settled).toMatchObject([{ error: { code: 'unavailable' } }, { value: 'written 1' }])
})
