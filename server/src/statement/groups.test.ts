import { describe, expect, it } from 'vitest'
import { variantsOf } from '../../test/harness/planVariants.ts'
import { type Case, cases, plansOf } from '../../test/harness/recordStatements.ts'
import { narrowGrant } from '../../test/harness/authorizations.ts'
import { sizeOf } from '../../test/harness/rounds.ts'
import { groupKey } from '../batch/createRunner.ts'
import { requireAt } from '../failure/invariant.ts'
import { lookupValues } from '../plan/Lookup.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { createStatement } from './create.ts'
import { deleteStatement } from './delete.ts'
import { findStatement } from './find.ts'
import { historyStatement } from './history.ts'
import { openAuthCheck } from './authorization/authCheck.ts'
import { pastStatement } from './past.ts'
import { readStatement } from './read.ts'
import { recreateStatement } from './recreate.ts'
import { searchStatement } from './search.ts'
import { toKey } from './Shape.ts'
import { renderPastStatement } from './renderPast.ts'
import type { StatementMaker } from './Statement.ts'
import { updateStatement } from './update.ts'

/** Each model once. */
const models = cases.filter(({ visibility }) => visibility === 'everything')

/** The key by which plans share a statement. */
function keyOf<Item, Result>(maker: StatementMaker<Item, Result>, plan: Item): string {
  return toKey([maker.name, ...maker.shapeOf(plan)])
}

/** What all plans of a group share: the text, and the values that are not lists with one value for each plan. */
function sharedBy({ text, values }: { text: string; values: readonly unknown[] }) {
  return { text, values: values.filter((value) => !Array.isArray(value)) }
}

/** At most so many of a list, the first and the last among them, at equal distances. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  return Array.from({ length: most }, (_, index) =>
    requireAt(list, Math.round((index * (list.length - 1)) / (most - 1))),
  )
}

/** Whether the lists of a statement contain all of these values in one row. */
function isRow(lists: readonly (readonly unknown[])[], own: readonly unknown[]): boolean {
  const rows = lists[0]?.map((_, row) => lists.map((list) => list[row])) ?? []
  return own.length === 0 || rows.some((row) => own.every((value) => row.includes(value)))
}

describe.each(models)('plans of $model.name with equal keys', ({ model, models: all }) => {
  const variants = variantsOf(model, all)
  const check = <Item, Result>(
    maker: StatementMaker<Item, Result>,
    plans: readonly Item[],
    valuesOf: (plan: Item) => readonly unknown[],
  ) => {
    const query = (...group: Item[]) => maker.toSql(group, all, openAuthCheck).toQuery()
    let shared = 0
    const groups = [...Map.groupBy(plans, (plan) => groupKey(maker, plan)).values()].filter(({ length }) => length > 1)
    for (const [first, ...others] of spread(groups, sizeOf({ inCi: 20, long: Infinity }))) {
      if (first === undefined) throw new TypeError('A group has a first plan.')
      const { text } = query(first)
      for (const other of others) {
        shared += 1
        const together = query(first, other)
        expect(query(other).text).toBe(text)
        expect(sharedBy(together)).toEqual(sharedBy(query(other, first)))
        const lists = together.values.filter((value) => Array.isArray(value))
        for (const plan of [first, other]) expect(isRow(lists, valuesOf(plan))).toBe(true)
      }
    }
    return shared
  }

  it.each([
    ['read', () => check(readStatement, variants.read, ({ id }) => [id])],
    ['find', () => check(findStatement, variants.find, ({ offset }) => [offset])],
    ['history', () => check(historyStatement, variants.history, () => [])],
    ['search', () => check(searchStatement, variants.search, () => [])],
    ['past', () => check(pastStatement, variants.past, ({ id, version }) => [id, version])],
    ['create', () => check(createStatement, variants.create, ({ id, plan }) => [id, ...rowOf(plan)])],
    ['update', () => check(updateStatement, variants.update, (plan) => [plan.id, plan.version, ...rowOf(plan)])],
    ['recreate', () => check(recreateStatement, variants.recreate, (plan) => [plan.id, ...rowOf(plan)])],
    [
      'delete',
      () => check(deleteStatement, variants.delete, ({ id, context }) => [id, ...rowOf({ context, values: [] })]),
    ],
  ])('have one text for %s, and each its own values', (_, compare) => {
    expect(compare()).toBeGreaterThan(0)
  })
})

/** The values that belong to one write: none of them may get to another write of the group. */
function rowOf(
  plan: Pick<UpdatePlan, 'values' | 'context' | 'linkChanges'> & Partial<Pick<UpdatePlan, 'lookups'>>,
): unknown[] {
  const { values, lookups = [], context, linkChanges } = plan
  return [
    ...values.filter((value) => value !== null),
    ...lookups.flatMap(({ lookup }) => lookupValues(lookup)),
    context.requestId,
    ...(context.idempotency ? [context.idempotency.key, context.idempotency.hash] : []),
    linkChanges ?? context.requestId,
  ]
}

describe('groups', () => {
  const keysOf = (one: Pick<Case, 'model' | 'authorization'>) => {
    const { find, read, create, update, delete: deletes, history, past, show, recreate } = plansOf(one, 1)
    return {
      alone: [
        ...find.map((plan) => keyOf(findStatement, plan)),
        ...history.map((plan) => keyOf(historyStatement, plan)),
      ],
      shared: [
        ...read.map((plan) => keyOf(readStatement, plan)),
        ...create.map((plan) => keyOf(createStatement, plan)),
        ...update.map((plan) => keyOf(updateStatement, plan)),
        ...update.map((plan) => keyOf(updateStatement, { ...plan, fields: [], values: [] })),
        ...past.map((plan) => keyOf(pastStatement, plan)),
        ...show.map((plan) => keyOf(renderPastStatement, plan)),
        ...recreate.map((plan) => keyOf(recreateStatement, plan)),
      ],
      unseen: deletes.map((plan) => keyOf(deleteStatement, plan)),
    }
  }

  it('hold plans of one model, one operation, one shape and one visibility', () => {
    const all = cases.map(keysOf)
    const seeing = all.flatMap(({ alone, shared }) => [...alone, ...shared])
    expect(seeing).toHaveLength(9 * cases.length)
    expect(new Set(seeing).size).toBe(seeing.length)
    // A delete returns no records, so all callers may share it.
    expect(new Set(all.flatMap(({ unseen }) => unseen)).size).toBe(cases.length / 2)
  })

  it('hold plans of users with the same rights; a page is shared only if it does not depend on the viewer', () => {
    for (const { model, models } of cases) {
      const [one, same, other] = [
        narrowGrant(models, 7777, ' a'),
        narrowGrant(models, 7778, ' a'),
        narrowGrant(models, 7777, ' b'),
      ].map((authorization) => keysOf({ model, authorization }))
      expect(same?.shared).toEqual(one?.shared)
      for (const key of one?.alone ?? []) expect(same?.alone).not.toContain(key)
      for (const key of [...(one?.alone ?? []), ...(one?.shared ?? [])])
        expect([...(other?.alone ?? []), ...(other?.shared ?? [])]).not.toContain(key)
    }
  })

  it('carry the user of each plan as a value', () => {
    for (const { model, models } of cases) {
      const users = [narrowGrant(models, 7777), narrowGrant(models, 7778)]
      const plans = users.flatMap((authorization) => plansOf({ model, authorization }, 1).read)
      expect(readStatement.toSql(plans, models, openAuthCheck).toQuery().values).toContainEqual([7777, 7778])
    }
  })
})
