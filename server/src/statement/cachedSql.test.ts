import { describe, expect, it, vi } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { narrowGrant, ownGrant } from '../../test/harness/authorizations.ts'
import type { Sql } from '../sql/sql.ts'
import { sql } from '../sql/sql.ts'
import { cachedSql } from './cachedSql.ts'
import { scopeOf, wholeScope } from './condition/ReadScope.ts'

describe('a piece of a statement', () => {
  it('is made once if it is text only', () => {
    const scope = wholeScope(everyType, 1)
    const make = vi.fn<() => Sql>(() => sql`select 1`)
    expect([cachedSql(scope, ['a'], make), cachedSql(scope, ['a'], make)].map((piece) => piece.toText())).toEqual([
      'select 1',
      'select 1',
    ])
    expect(make).toHaveBeenCalledTimes(1)
    expect(cachedSql(scope, ['b'], () => sql`select 2`).toText()).toBe('select 2')
  })

  it('is made again if it has a value, each time with its own value', () => {
    const scope = wholeScope(everyType, 1)
    const values = [1, 2].map(
      (value) => cachedSql(scope, ['a'], () => sql`select ${sql`${value}::bigint`}`).toQuery().values,
    )
    expect(values).toEqual([[1], [2]])
  })

  it('is cached for each SQL that names the viewer', () => {
    const scope = scopeOf(ownGrant(everyType), everyType)
    const texts = ['input.viewer', 'input._by'].map((viewer) => {
      const seen = { ...scope, viewer: viewer === 'input._by' ? sql`input._by` : sql`input.viewer` }
      return cachedSql(seen, ['a'], () => sql`select ${seen.viewer}`).toText()
    })
    expect(texts).toEqual(['select input.viewer', 'select input._by'])
  })

  it('is never cached if the viewer is a value', () => {
    const make = vi.fn<() => Sql>(() => sql`select 1`)
    const scope = scopeOf(narrowGrant(everyType), everyType)
    cachedSql(scope, ['a'], make)
    cachedSql(scope, ['a'], make)
    expect(make).toHaveBeenCalledTimes(2)
  })
})
