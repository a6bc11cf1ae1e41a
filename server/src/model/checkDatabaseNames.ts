import type { LoadedModel, Mistake } from './checkModels.ts'
import { isAuthor } from './field/reference.ts'
import type { Model } from './Model.ts'
import { tableOf } from './names.ts'
import { linksNames, linksTableOf, objectNames, primaryKeyOf, sequenceOf } from './objectNames.ts'

/** A table, sequence or index in the schema of the records. In PostgreSQL these kinds share one namespace. */
interface DatabaseName {
  readonly kind: 'table' | 'sequence' | 'index'
  readonly name: string
  /** The field or relation that the name belongs to; absent if it belongs to the model. */
  readonly field?: string
}

interface Owner {
  readonly model: string
  readonly field?: string
  readonly file: string
}

/**
 * Finds database names that two declarations would share. The names consist of the names of models and fields, so
 * `shop.Item.boxCode` and `shop.ItemBox.code` would both have an index `shop_item_box_code_unique`.
 */
export function checkDatabaseNames(loaded: readonly LoadedModel[]): Mistake[] {
  const owners = new Map<string, Owner>()
  const shared = loaded.map((one) => claimTable(one, owners))
  return loaded.flatMap((one, index) => shared[index] ?? claimOthers(one, owners))
}

/** If the name of a model's table is taken, all names that start with it are as well. That is one mistake. */
function claimTable({ file, model }: LoadedModel, owners: Map<string, Owner>): Mistake | undefined {
  const table = tableOf(String(model.name))
  const owner = owners.get(table)
  if (owner) return { file, model: model.name, message: shareTable(table, owner, model) }
  owners.set(table, { model: model.name, file })
  return undefined
}

/** One mistake for each field or relation, for the same reason. */
function claimOthers({ file, model }: LoadedModel, owners: Map<string, Owner>): Mistake[] {
  const mistakes = new Map<string | undefined, Mistake>()
  for (const { kind, name, field } of namesOf({ ...model, name: String(model.name) })) {
    if (mistakes.has(field)) continue
    const member = field === undefined ? {} : { field }
    const owner = owners.get(name)
    if (!owner) owners.set(name, { model: model.name, ...member, file })
    else {
      const message = `would share the ${kind} ${name} with ${labelOf(owner)} (${owner.file}): rename one of the two`
      mistakes.set(field, { file, model: model.name, ...member, message })
    }
  }
  return [...mistakes.values()]
}

function shareTable(table: string, owner: Owner, model: Model): string {
  return owner.model === model.name
    ? `is declared in ${owner.file} as well: keep one of the two`
    : `would share the table ${table} with ${owner.model} (${owner.file}): rename one of the two`
}

function labelOf({ model, field }: Owner): string {
  return field === undefined ? model : `${model}.${field}`
}

/** All names except the table's own and those of sort and search indexes, which end in a hash. */
function namesOf(model: Model): DatabaseName[] {
  const { name } = model
  const fields = model.fields.flatMap((field): DatabaseName[] => [
    ...(field.unique ? [{ kind: 'index', name: objectNames.unique(model, field), field: field.name } as const] : []),
    ...(field.indexed || (field.type === 'reference' && !isAuthor(field))
      ? [{ kind: 'index', name: objectNames.index(model, field), field: field.name } as const]
      : []),
  ])
  const links = model.relations.flatMap(({ type, name: field }): DatabaseName[] =>
    type !== 'links'
      ? []
      : [
          { kind: 'table', name: linksTableOf(name, field), field },
          { kind: 'index', name: linksNames.primaryKey(name, field), field },
          { kind: 'index', name: linksNames.index(name, field), field },
        ],
  )
  return [
    { kind: 'sequence', name: sequenceOf(name) },
    { kind: 'index', name: primaryKeyOf(model) },
    ...fields,
    ...links,
  ]
}
