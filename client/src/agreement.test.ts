import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Comparator, comparators, operatorOf, type operators } from '../../server/src/criteria/operators.ts'
import { Dashboard } from '../../server/src/model/builtIn/Dashboard.ts'
import { Factor } from '../../server/src/model/builtIn/Factor.ts'
import { Favorite } from '../../server/src/model/builtIn/Favorite.ts'
import { Identity } from '../../server/src/model/builtIn/Identity.ts'
import { Job } from '../../server/src/model/builtIn/Job.ts'
import { Key } from '../../server/src/model/builtIn/Key.ts'
import { Notice } from '../../server/src/model/builtIn/Notice.ts'
import { Role } from '../../server/src/model/builtIn/Role.ts'
import { Rule } from '../../server/src/model/builtIn/Rule.ts'
import { Session } from '../../server/src/model/builtIn/Session.ts'
import { User } from '../../server/src/model/builtIn/User.ts'
import { View } from '../../server/src/model/builtIn/View.ts'
import { Webhook } from '../../server/src/model/builtIn/Webhook.ts'
import type { extendUser } from '../../server/src/model/extendUser.ts'
import { fieldTypes } from '../../server/src/model/field/fieldTypes.ts'
import type { FieldType } from '../../server/src/model/field/FieldType.ts'
import type { text } from '../../server/src/model/field/text.ts'
import { type Code, codes } from '../../server/src/failure/failureCodes.ts'
import { contentOf } from '../../server/src/failure/failureContent.ts'
import { toCriteria } from './criteria.ts'
import type { ErrorCode, FailureMembers } from './errors.ts'
import type { NewOf, RecordOf } from './types/named.ts'
import type { Equality, Ordered, Presence, Several, Textual } from './types/Where.ts'

/** The service's own declarations, as a module of models. */
interface Own {
  User: typeof User
  Role: typeof Role
  Rule: typeof Rule
  Session: typeof Session
  Key: typeof Key
  View: typeof View
  Job: typeof Job
  Webhook: typeof Webhook
  Notice: typeof Notice
  Favorite: typeof Favorite
  Dashboard: typeof Dashboard
  Identity: typeof Identity
  Factor: typeof Factor
}

/** A module without models: the client's own description of the service's models is used. */
type None = { readonly none: 0 }

type Extended = {
  extension: ReturnType<
    typeof extendUser<{ readonly region: ReturnType<typeof text<{ required: true; default: 'x' }>> }>
  >
}

describe('the client says of the models of the service what they declare', () => {
  it('as records', () => {
    expectTypeOf<RecordOf<None, 'tabularium.User'>>().toEqualTypeOf<RecordOf<Own, 'tabularium.User'>>()
    expectTypeOf<RecordOf<None, 'tabularium.Role'>>().toEqualTypeOf<RecordOf<Own, 'tabularium.Role'>>()
    expectTypeOf<keyof RecordOf<None, 'tabularium.Session'>>().toEqualTypeOf<
      keyof RecordOf<Own, 'tabularium.Session'>
    >()
    expectTypeOf<keyof RecordOf<None, 'tabularium.Key'>>().toEqualTypeOf<keyof RecordOf<Own, 'tabularium.Key'>>()
    expectTypeOf<keyof RecordOf<None, 'tabularium.Rule'>>().toEqualTypeOf<keyof RecordOf<Own, 'tabularium.Rule'>>()
    expectTypeOf<keyof RecordOf<None, 'tabularium.View'>>().toEqualTypeOf<keyof RecordOf<Own, 'tabularium.View'>>()
    expectTypeOf<keyof RecordOf<None, 'tabularium.Job'>>().toEqualTypeOf<keyof RecordOf<Own, 'tabularium.Job'>>()
    expectTypeOf<keyof RecordOf<None, 'tabularium.Webhook'>>().toEqualTypeOf<
      keyof RecordOf<Own, 'tabularium.Webhook'>
    >()
    expectTypeOf<RecordOf<None, 'tabularium.Notice'>>().toEqualTypeOf<RecordOf<Own, 'tabularium.Notice'>>()
    expectTypeOf<RecordOf<None, 'tabularium.Favorite'>>().toEqualTypeOf<RecordOf<Own, 'tabularium.Favorite'>>()
    expectTypeOf<keyof RecordOf<None, 'tabularium.Dashboard'>>().toEqualTypeOf<
      keyof RecordOf<Own, 'tabularium.Dashboard'>
    >()
    expectTypeOf<RecordOf<None, 'tabularium.Identity'>>().toEqualTypeOf<RecordOf<Own, 'tabularium.Identity'>>()
    expectTypeOf<RecordOf<None, 'tabularium.Factor'>>().toEqualTypeOf<RecordOf<Own, 'tabularium.Factor'>>()
    const all = [User, Role, Rule, Session, Key, View, Job, Webhook, Notice, Favorite, Dashboard, Identity, Factor]
    expect(all.map(({ name }) => name)).toHaveLength(13)
  })

  it('as new records', () => {
    expectTypeOf<NewOf<None, 'tabularium.User'>>().toEqualTypeOf<NewOf<Own, 'tabularium.User'>>()
    expectTypeOf<keyof NewOf<None, 'tabularium.Key'>>().toEqualTypeOf<keyof NewOf<Own, 'tabularium.Key'>>()
    expectTypeOf<keyof NewOf<None, 'tabularium.Rule'>>().toEqualTypeOf<keyof NewOf<Own, 'tabularium.Rule'>>()
    expectTypeOf<keyof NewOf<None, 'tabularium.View'>>().toEqualTypeOf<keyof NewOf<Own, 'tabularium.View'>>()
    expectTypeOf<keyof NewOf<None, 'tabularium.Job'>>().toEqualTypeOf<keyof NewOf<Own, 'tabularium.Job'>>()
    expectTypeOf<keyof NewOf<None, 'tabularium.Webhook'>>().toEqualTypeOf<keyof NewOf<Own, 'tabularium.Webhook'>>()
    expect(Object.keys(User.fields)).toContain('username')
  })

  it('with the fields that extendUser adds', () => {
    expectTypeOf<RecordOf<Extended, 'tabularium.User'>>().toHaveProperty('region').toEqualTypeOf<string>()
    expectTypeOf<RecordOf<Extended, 'tabularium.User'>>().toHaveProperty('username').toEqualTypeOf<string>()
    expectTypeOf<RecordOf<None, 'tabularium.User'>>().not.toHaveProperty('region')
    expect(User.title).toBe('username')
  })
})

describe('the client knows what failures bring', () => {
  type Brought = {
    [C in Code]: (typeof contentOf)[C] extends { readonly data: infer Data } ? keyof Data : never
  }
  type Known = { [C in Code]: unknown extends FailureMembers[C] ? never : keyof FailureMembers[C] }

  it('every code, and three of its own', () => {
    expectTypeOf<Exclude<ErrorCode, 'no-answer' | 'unexpected-answer' | 'shown-once'>>().toEqualTypeOf<Code>()
    expect(codes).toContain('version-conflict')
  })

  it('every member of data', () => {
    expectTypeOf<Known>().toEqualTypeOf<Brought>()
    expect(Object.keys(contentOf)).toEqual([...codes])
  })
})

describe('the client compares fields as the service does', () => {
  type Table = typeof operators
  /** The operators with these traits. */
  type With<Traits> = { [C in Comparator]: Table[C] extends Traits ? C : never }[Comparator]
  type ForText = With<{ textual: true }>
  type ForOrder = With<{ ordered: true }>
  type ForSets = With<{ multiple: true }>

  /** What the first has and the second lacks, or the other way round. */
  type Difference<A extends string, B extends string> = Exclude<A, B> | Exclude<B, A>
  /** Nothing: what is there does not compile, and the error names it. */
  type None<Names extends never> = Names

  it('by all operators', () => {
    // Each is an interface of types/Where.ts.
    expectTypeOf<None<Difference<Exclude<Comparator, ForSets>, keyof Textual<0>>>>().toBeNever()
    expectTypeOf<None<Difference<Exclude<Comparator, ForSets | ForText>, keyof Ordered<0>>>>().toBeNever()
    expectTypeOf<None<Difference<Exclude<Comparator, ForSets | ForText | ForOrder>, keyof Equality<0>>>>().toBeNever()
    expectTypeOf<None<Difference<With<{ takes: 'nothing' }>, keyof Presence>>>().toBeNever()
    expectTypeOf<None<Difference<ForSets | '=' | '!=', Exclude<keyof Several<0>, keyof Presence>>>>().toBeNever()
    expect(comparators).toContain('=')
  })

  it.each(comparators)('with as many values as %s takes: otherwise see criteria.ts', (operator) => {
    const wire = {
      nothing: { operator },
      value: { operator, value: 1 },
      pattern: { operator, value: 1 },
      list: { operator, value: [1, 2] },
      range: { operator, value: 1, value2: 2 },
    }
    const sent = { nothing: true, value: 1, pattern: 1, list: [1, 2], range: [1, 2] }
    const { takes } = operatorOf(operator)
    expect(toCriteria({ size: { [operator]: sent[takes] } })).toEqual({
      operator: 'and',
      criteria: [{ fieldName: 'size', ...wire[takes] }],
    })
  })

  const source = readFileSync(join(import.meta.dirname, 'types/FieldTypes.ts'), 'utf8')
  const lists = new Map(
    Array.from(source.matchAll(/^export type (\w+) = (.+)$/gm), ([, name = '', union = '']) => [
      name,
      Array.from(union.matchAll(/'(\w+)'/g), ([, type = '']) => type),
    ]),
  )
  // A rollup is compared as its result.
  const types = Object.entries<FieldType<never>>(fieldTypes).filter(([name]) => name !== 'rollup')

  it.each<[list: string, belongs: (type: FieldType<never>) => boolean]>([
    ['TextualType', ({ textual }) => textual],
    ['UnorderedType', ({ comparable, ordered }) => comparable && !ordered],
    ['MultipleType', ({ multiple }) => multiple],
    ['OpaqueType', ({ comparable }) => !comparable],
    ['SummedType', ({ sums }) => sums !== undefined],
    ['IncrementedType', ({ increment }) => increment !== undefined],
  ])('of all types: %s of types/FieldTypes.ts is complete', (list, belongs) => {
    const listed = lists.get(list)?.filter((name) => !['rollup', 'collection', 'links'].includes(name))
    expect(listed?.sort()).toEqual(types.flatMap(([name, type]) => (belongs(type) ? [name] : [])).sort())
  })
})
