import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { library } from '../../test/harness/library.ts'
import { authCheckOf, authorizationsOf, narrowGrant } from '../../test/harness/authorizations.ts'
import { brokenRules } from '../../test/harness/statementRules.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { isSecret } from '../model/field/text.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import { loadModels } from '../model/loadModels.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { type Condition, everything } from '../criteria/Condition.ts'
import { type Comparator, comparators, operatorOf } from '../criteria/operators.ts'
import { builtInColumns, type Path } from '../criteria/path.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { searchFields } from '../model/searchFields.ts'
import { parseSelection } from '../plan/parseSelection.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import type { Sql } from '../sql/sql.ts'
import { storeResponseStatement } from './service/responses.ts'
import {
  addLinksStatement,
  lockLinkersStatement,
  lockRecordsStatement,
  lockRecordStatement,
  lockReferrersStatement,
  lockTargetsStatement,
  readLinksStatement,
  removeLinksStatement,
  unlinkStatement,
} from './links.ts'
import { addFollowing, type IdSet, lockInOrderStatement, namedIds } from './lockInOrder.ts'
import { matchingSql } from './lockMatching.ts'
import { readStatement } from './read.ts'
import { toKey } from './Shape.ts'
import { searchSql, searchStatement } from './search.ts'

const contacts = await loadModels(fileURLToPath(import.meta.resolve('../../../examples/contacts')))
const cases = [
  ...contacts.all.map((model) => ({ model, models: contacts })),
  ...[everyType, library].flatMap((models) =>
    models.all.filter(({ name }) => !isBuiltIn(name)).map((model) => ({ model, models })),
  ),
].flatMap(({ model, models }) =>
  authorizationsOf(models).map(({ visibility, authorization }) => ({
    name: model.name,
    visibility,
    model,
    models,
    authorization,
  })),
)

/** A value that would be noticed in the text. Other values of the same kind must give the same text. */
function canary(field: Field, index: number): ColumnValue {
  if (field.type === 'boolean') return index % 2 === 0
  if (field.type === 'integer' || field.type === 'reference') return 7777 + index
  return `canary ${index}'; drop table users; --`
}

/** Every field of a model and of the models that it refers to. */
function pathsOf(model: Model, models: Models, steps: Path['steps'] = []): Path[] {
  const own = [...model.fields.filter((field) => !isSecret(field)), ...builtInColumns].map((field) => ({
    steps,
    field,
  }))
  if (steps.length === 1) return own
  const further = model.fields.flatMap((field) =>
    field.type === 'reference' ? pathsOf(models.get(field.target), models, [...steps, field]) : [],
  )
  return [...own, ...further]
}

function pick<T>(choices: readonly T[], n: number): T {
  return choices[n % choices.length] as T
}

function operandsOf(field: Field, comparator: Comparator, index: number): ColumnValue[] {
  const counts = { nothing: 0, value: 1, pattern: 1, range: 2, list: 3 }
  return Array.from({ length: counts[operatorOf(comparator).takes] }, (_, n) => canary(field, index + n))
}

/** Every path and every comparator, including those through relations, in every kind of group. */
function conditionOf(model: Model, models: Models, index: number): Condition {
  const comparisons = (paths: readonly Path[]) =>
    Array.from({ length: Math.max(paths.length, comparators.length) }, (_, n): Condition => {
      const [path, comparator] = [pick(paths, n), pick(comparators, n)]
      return { is: 'comparison', path, comparator, operands: operandsOf(path.field, comparator, index) }
    })
  const some = model.relations.map((relation): Condition => {
    const part: Condition = { is: 'or', parts: comparisons(pathsOf(models.get(relation.target), models)) }
    return { is: 'some', owner: model.name, steps: [], relation, part }
  })
  return { is: 'and', parts: [{ is: 'or', parts: [...comparisons(pathsOf(model, models)), ...some] }, negation(some)] }
}

function negation(parts: readonly Condition[]): Condition {
  return { is: 'not', part: { is: 'and', parts } }
}

/** A search that uses everything that is visible. */
function searchOf(whole: Model, authorization: Authorization, index: number): SearchPlan {
  const { models } = authorization.rights.visibility
  const model = models.require(whole.name)
  const fields = [...model.fields.filter((field) => !isSecret(field)), ...model.relations].map(({ name }) => name)
  const sort = pathsOf(model, models).filter(({ field }) => field.type !== 'json')
  return {
    operation: 'search',
    model,
    authorization,
    selection: parseSelection(fields, model, models),
    fieldsNamed: true,
    condition: conditionOf(model, models, index),
    words: searchFields(model).length > 0 ? [`canary${index}`, `%_\\'"canary`] : [],
    sort: sort.map((path, n) => ({ path, descending: n % 2 === 0 })),
    offset: 7777 + index,
    limit: 7778 + index,
    total: true,
    identity: `canary ${index}`,
  }
}

function statementsOf({ model, models, authorization }: (typeof cases)[number], index: number): Record<string, Sql> {
  const search = searchOf(model, authorization, index)
  const authCheck = authCheckOf(1)
  const after = search.sort.map((_, n) => (n % 3 === 0 ? null : `canary ${index}`))
  const ids = [7777 + index, 7778 + index]
  const context = { authorization, requestId: 'canary', dryRun: false }
  const change = { fields: [], values: [], maxAffected: 7777 + index, context }
  return {
    search: searchSql(search, models, authCheck).statement,
    'search for the total alone': searchSql({ ...search, limit: 0 }, models, authCheck).statement,
    'search without a total': searchSql({ ...search, total: false }, models, authCheck).statement,
    'search for everything': searchSql({ ...search, condition: everything, words: [] }, models, authCheck).statement,
    'search behind a page': searchSql({ ...search, after }, models, authCheck).statement,
    'read of some fields': readStatement.toSql(
      ids.map((id) => ({ operation: 'read', model, authorization, id, selection: search.selection }) as const),
      models,
      authCheck,
    ),
    'locks of a mass change': matchingSql(
      { operation: 'updateMatching', model, condition: search.condition, ...change },
      models,
    ).statement,
    'lock of a record': lockRecordStatement(model, 7777 + index),
    'locks of records': lockRecordsStatement(model, ids),
    'locks of records and of what goes with them': lockAll(model, models, ids),
    'holds on records that are linked to': lockTargetsStatement(model, ids),
    'stored response': storeResponseStatement({ authorization, key: 'canary' }, 'canary', {
      data: 'canary',
      version: 7777,
    }),
    ...relationStatements(model, models, ids),
  }
}

function lockAll(model: Model, models: Models, ids: number[]): Sql {
  const found: IdSet[] = []
  addFollowing(model, namedIds(ids), models, 7777, (_, ones) => found.push(ones))
  return lockInOrderStatement({ model, ids, found, mode: 'delete' })
}

function relationStatements(model: Model, models: Models, ids: number[]): Record<string, Sql> {
  const [id = 0] = ids
  const referrers = models
    .referrersOf(model)
    .map((one) => [
      `locks of those that refer to it by ${one.model.name}.${one.field.name}`,
      lockReferrersStatement(one.model, one.field.name, ids, id),
    ])
  const linkers = models.linkersOf(model).flatMap((one) => [
    [`locks of those that link to it by ${one.relation.name}`, lockLinkersStatement(one, ids, id)],
    [`end of the links to it by ${one.relation.name}`, unlinkStatement(one, ids)],
  ])
  const links = model.relations.flatMap((relation) =>
    relation.type === 'links'
      ? [
          [`links ${relation.name}`, readLinksStatement(model, relation, ids)],
          [`new links ${relation.name}`, addLinksStatement(model, models.get(relation.target), relation, id, ids)],
          [`end of links ${relation.name}`, removeLinksStatement(model, relation, id, ids)],
        ]
      : [],
  )
  return Object.fromEntries([...referrers, ...linkers, ...links])
}

describe.each(cases)('the statements over many records of $name for one who sees $sight', (one) => {
  const statements = Object.entries(statementsOf(one, 0))
  const others = statementsOf(one, 100)

  it.each(statements)('%s obeys every rule', (_, statement) => {
    expect(brokenRules(statement.toQuery().text)).toEqual([])
  })

  it.each(statements)('%s has one text for all values', (what, statement) => {
    expect(others[what]?.toQuery().text).toBe(statement.toQuery().text)
  })
})

describe('searches that wait together', () => {
  it('share a statement only if they are the same in every part', () => {
    const [{ model, models, authorization }] = cases as [(typeof cases)[number]]
    const plan = searchOf(model, authorization, 0)
    const after = plan.sort.map(() => 'x')
    const variants: SearchPlan[] = [
      plan,
      { ...plan, identity: 'other' },
      { ...plan, selection: parseSelection(['id'], model, models) },
      { ...plan, offset: 1 },
      { ...plan, limit: 1 },
      { ...plan, total: false },
      { ...plan, after },
      { ...plan, after: after.with(0, 'y') },
      { ...plan, may: true },
      { ...plan, authorization: narrowGrant(models, 7777, ' a') },
      { ...plan, authorization: narrowGrant(models, 7778, ' a') },
      { ...plan, authorization: narrowGrant(models, 7777, ' b') },
    ]
    expect(new Set(variants.map((variant) => toKey(searchStatement.shapeOf(variant)))).size).toBe(variants.length)
    expect(searchStatement.shapeOf({ ...plan })).toEqual(searchStatement.shapeOf(plan))
  })

  it('get the same page each', () => {
    const [{ model, authorization }] = cases as [(typeof cases)[number]]
    const plan = searchOf(model, authorization, 0)
    const rows = [['12', '{"id":1},{"id":2}', '["2"]']]
    const page = { total: 12, records: '{"id":1},{"id":2}', next: ['2'] }
    expect(searchStatement.toResults([plan, plan], rows)).toEqual([page, page])
    const last = { total: undefined, records: '', next: undefined }
    expect(searchStatement.toResults([{ ...plan, total: false }], [[null, null, null]])).toEqual([last])
  })
})
