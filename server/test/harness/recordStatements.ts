import { fileURLToPath } from 'node:url'
import { trustedMembers } from '../../src/text/json.ts'
import { isBuiltIn } from '../../src/model/builtIn/names.ts'
import type { Field } from '../../src/model/field/Field.ts'
import type { ColumnValue } from '../../src/model/field/FieldType.ts'
import { loadModels } from '../../src/model/loadModels.ts'
import type { Model } from '../../src/model/Model.ts'
import { collectionsOf, type Models } from '../../src/model/Models.ts'
import type { Authorization } from '../../src/permission/Authorization.ts'
import { actions } from '../../src/permission/Rule.ts'
import { uniqueKeysOf } from '../../src/model/uniqueKeys.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../src/plan/Plan.ts'
import { writableFields } from '../../src/plan/parseRecord.ts'
import type { Sql } from '../../src/sql/sql.ts'
import { findResponseStatement } from '../../src/statement/service/responses.ts'
import { createAllStatement, createStatement } from '../../src/statement/create.ts'
import { drawIdsStatement } from '../../src/statement/drawIds.ts'
import { deleteStatement } from '../../src/statement/delete.ts'
import { deletedStatement } from '../../src/statement/deleted.ts'
import { explainStatement } from '../../src/statement/explain.ts'
import { findStatement } from '../../src/statement/find.ts'
import { findByKeyStatement } from '../../src/statement/findByKey.ts'
import { historyStatement } from '../../src/statement/history.ts'
import { evaluateRulesStatement, seenStatement } from '../../src/statement/evaluateRules.ts'
import { lookupStatement } from '../../src/statement/lookup.ts'
import { memberHistoryStatement } from '../../src/statement/memberHistory.ts'
import { pastStatement } from '../../src/statement/past.ts'
import { previewStatement } from '../../src/statement/preview.ts'
import { readStatement } from '../../src/statement/read.ts'
import { laterEntriesStatement, recreateStatement } from '../../src/statement/recreate.ts'
import { renderPastStatement } from '../../src/statement/renderPast.ts'
import { updateStatement } from '../../src/statement/update.ts'
import { scopeOf, wholeScope } from '../../src/statement/condition/ReadScope.ts'
import { everyType } from './everyType.ts'
import { lookupsOf } from './lookups.ts'
import { authCheckOf, authorizationsOf } from './authorizations.ts'

export const contacts = await loadModels(fileURLToPath(import.meta.resolve('../../../examples/contacts')))
const declared = everyType.all.filter(({ name: own }) => !isBuiltIn(own))
/** Every model, for a user who sees everything and for one who sees a part. */
export const cases = [
  ...contacts.all.map((model) => ({ model, models: contacts })),
  ...declared.map((model) => ({ model, models: everyType })),
].flatMap(({ model, models }) =>
  authorizationsOf(models).map(({ visibility, authorization }) => ({
    name: model.name,
    visibility,
    model,
    models,
    authorization,
  })),
)
export type Case = (typeof cases)[number]

/** The collections of a model, with the models of their members. */
function sourcesOf(model: Model, models: Models) {
  return collectionsOf(model).map((relation) => ({ relation, model: models.get(relation.target) }))
}

/** A value for a field that would be noticed in the text. */
function canary(field: Field, index: number): ColumnValue {
  if (field.type === 'boolean') return true
  if (field.type === 'integer' || field.type === 'reference') return 7777 + index
  return `canary ${index}'; drop table users; --`
}

/** The changes of links for the journal: they are values too, although they are text. */
const linkChanges = trustedMembers('"canary":[[7777],[7778]]')

const idempotency = { key: 'canary', hash: 'canary' }

function contextOf(authorization: Authorization): WriteContext {
  return { authorization, requestId: 'canary', dryRun: false }
}

/** Plans of every operation; all their values would be noticed in a text. */
export function plansOf(
  { model, authorization }: Pick<Case, 'model' | 'authorization'>,
  size: number,
  context = contextOf(authorization),
) {
  const fields = writableFields(model)
  const given = fields.map((field) => field.name)
  const numbers = Array.from({ length: size }, (_, index) => 7777 + index)
  const valuesOf = (index: number) => fields.map((field) => canary(field, index))
  const change = { relations: [], onConflict: 'refuse', journaledAs: 'update' } as const
  const place = { model, version: 7777, createdOn: 'canary', createdBy: 7777 }
  const page = { model, authorization, offset: 7777, limit: 7778 }
  return {
    find: [{ ...page, operation: 'find' } as const],
    read: numbers.map((id) => ({ operation: 'read', model, authorization, id }) as const),
    create: numbers.map((id) => ({
      id,
      plan: { operation: 'create', model, context, fields, values: valuesOf(id), given, relations: [] } as const,
    })),
    update: numbers.map(
      (id) =>
        ({ ...change, operation: 'update', model, id, version: 7777, context, fields, values: valuesOf(id) }) as const,
    ),
    history: [{ ...page, operation: 'history', id: 7777 } as const],
    deleted: [{ ...page, operation: 'deleted' } as const],
    past: numbers.map((id) => ({ model, authorization, id, version: 7777 })),
    show: numbers.map((id) => ({
      ...place,
      authorization,
      id,
      updatedOn: 'canary',
      updatedBy: 7777,
      values: valuesOf(id),
    })),
    recreate: numbers.map((id) => ({ ...place, id, context, fields, values: valuesOf(id) })),
    delete: numbers.map((id) => ({ operation: 'delete', model, id, version: 7777, context }) as const),
  }
}

/** Every statement about the records of a model. */
export function statementsOf(one: Case, size: number): Record<string, Sql> {
  const { model, models, authorization } = one
  const plans = plansOf(one, size)
  const keyed = plansOf(one, size, { ...contextOf(authorization), idempotency })
  const authCheck = authCheckOf(size)
  return {
    find: findStatement.toSql(plans.find, models, authCheck),
    read: readStatement.toSql(plans.read, models, authCheck),
    create: createStatement.toSql(plans.create, models, authCheck),
    update: updateStatement.toSql(plans.update, models, authCheck),
    'update of nothing': updateStatement.toSql(
      plans.update.map((plan) => ({ ...plan, fields: [], values: [] })),
      models,
      authCheck,
    ),
    delete: deleteStatement.toSql(plans.delete, models, authCheck),
    'create with links': createStatement.toSql(
      plans.create.map(({ id, plan }) => ({ id, plan: { ...plan, linkChanges } })),
      models,
      authCheck,
    ),
    'update of links': updateStatement.toSql(
      plans.update.map((plan) => ({ ...plan, linkChanges })),
      models,
      authCheck,
    ),
    'create by several': createStatement.toSql(
      plansOf(one, size + 1).create.map(({ id, plan }) => ({
        id,
        plan: { ...plan, context: { ...plan.context, requestId: `canary${id}` } },
      })),
      models,
      authCheck,
    ),
    ...lookupStatements(one, size),
    'create all or none': createAllStatement(plans.create, models, authCheck),
    'entries behind a version': laterEntriesStatement(model, [{ id: 7777, version: 7778 }]),
    'create with a key': createStatement.toSql(keyed.create, models, authCheck),
    'update with a key': updateStatement.toSql(keyed.update, models, authCheck),
    'delete with a key': deleteStatement.toSql(keyed.delete, models, authCheck),
    'find at the start': findStatement.toSql(
      plans.find.map((plan) => ({ ...plan, offset: 0 })),
      models,
      authCheck,
    ),
    'find for the total alone': findStatement.toSql(
      plans.find.map((plan) => ({ ...plan, limit: 0 })),
      models,
      authCheck,
    ),
    history: historyStatement.toSql(plans.history, models, authCheck),
    'history with members': memberHistoryStatement.toSql(
      plans.history.map((plan) => ({ ...plan, members: sourcesOf(model, models) })),
      models,
      authCheck,
    ),
    deleted: deletedStatement.toSql(plans.deleted, models, authCheck),
    past: pastStatement.toSql(plans.past, models, authCheck),
    show: renderPastStatement.toSql(plans.show, models, authCheck),
    recreate: recreateStatement.toSql(plans.recreate, models, authCheck),
    'recreate with a key': recreateStatement.toSql(keyed.recreate, models, authCheck),
    'kept answers': findResponseStatement(7777).toSql(
      plans.read.map(() => ({ authorization, key: 'canary' })),
      models,
      authCheck,
    ),
    'drawing ids': drawIdsStatement(model, 7777),
    ...judgements(one, size),
  }
}

/** The statements of records that name others by a key. */
function lookupStatements(one: Case, size: number): Record<string, Sql> {
  const { models, authorization } = one
  const plans = plansOf(one, size)
  const authCheck = authCheckOf(size)
  const byKey = <P extends CreatePlan | UpdatePlan>(plan: P, index: number): P => ({
    ...plan,
    lookups: lookupsOf(plan.fields, models, (field) => canary(field, index)),
  })
  const creates = plans.create.map(({ id, plan }, index) => ({ id, plan: byKey<CreatePlan>(plan, index) }))
  const lookups = creates.flatMap(({ plan }) => plan.lookups?.slice(0, 1) ?? [])
  return {
    'create by keys': createStatement.toSql(creates, models, authCheck),
    'create by keys, all or none': createAllStatement(creates, models, authCheck),
    ...foundByKey(one, plans.update.map(byKey<UpdatePlan>)),
    'update by keys': updateStatement.toSql(plans.update.map(byKey<UpdatePlan>), models, authCheck),
    ...(lookups.length === 0
      ? {}
      : {
          lookup: lookupStatement.toSql(
            lookups.map(({ lookup }) => ({ lookup, authorization })),
            models,
            authCheck,
          ),
        }),
  }
}

/** The statement that finds records by a key and compares them, if the model has one. */
function foundByKey({ model, models }: Case, changes: readonly UpdatePlan[]): Record<string, Sql> {
  const [key] = uniqueKeysOf(model)
  if (!key) return {}
  const records = changes.map((change, index) => {
    const parts = key.map((field) => ({ field, value: canary(field, index) }))
    const own = { target: model.name, key: parts }
    return { operation: 'upsert', path: '', key: own, version: undefined, change, sent: {} } as const
  })
  return { 'find by key': findByKeyStatement.toSql(records, models, authCheckOf(changes.length)) }
}

/** The statements about records before and after they are written. */
function judgements({ model, models, authorization }: Case, size: number): Record<string, Sql> {
  const ids = Array.from({ length: size }, (_, index) => 7777 + index)
  const view = scopeOf(authorization, models)
  const verdict = actions.map((action) => [
    `judging records by who may ${action} them`,
    evaluateRulesStatement(model, ids, authorization.rights.of(model, action), view),
  ])
  const explained = actions.map((action) => {
    const conditions = authorization.rights.of(model, action).map(({ condition }) => condition)
    return [
      `explaining who may ${action} a record`,
      explainStatement(model, 7777, conditions, { ...view, viewer: 7777 }),
    ]
  })
  const { visibility } = authorization.rights
  return {
    ...Object.fromEntries([...verdict, ...explained]),
    'records that are seen': seenStatement(model, ids, view),
    ...Object.fromEntries(
      [...model.fields, ...model.relations].map(({ name: field }) => [
        `records that show their ${field}`,
        seenStatement(model, ids, view, field),
      ]),
    ),
    'previewing rules': previewStatement(model, visibility.rowsOf(model), undefined, wholeScope(models, 7777)),
  }
}
