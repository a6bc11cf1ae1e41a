import type { Model } from '../model/Model.ts'
import { tableOf } from '../model/names.ts'
import { linksNames, linksTableOf } from '../model/objectNames.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import type { DesiredColumn, DesiredTable } from './DesiredTable.ts'
import { toColumnIndex } from './toDesiredIndexes.ts'

/** The tables that store the links of a model's relations. */
export function toDesiredLinks(model: Model): DesiredTable[] {
  return model.relations.flatMap((relation) => (relation.type === 'links' ? [toTable(model, relation)] : []))
}

function toTable(model: Model, relation: LinksRelation): DesiredTable {
  const names = [model.name, relation.name] as const
  const label = `${model.name}.${relation.name}`
  const [source, target] = [toColumn('source', label), toColumn('target', label)]
  return {
    label,
    model,
    relation,
    name: linksTableOf(...names),
    primaryKey: linksNames.primaryKey(...names),
    keyColumns: [source.name, target.name],
    columns: [source, target],
    checks: [],
    references: [
      { name: linksNames.source(...names), column: source.name, target: tableOf(model.name), validated: true },
      { name: linksNames.target(...names), column: target.name, target: tableOf(relation.target), validated: true },
    ],
    indexes: [
      toColumnIndex({
        name: linksNames.index(...names),
        column: target.name,
        label: target.label,
        unique: false,
      }),
    ],
  }
}

function toColumn(column: 'source' | 'target', relation: string): DesiredColumn {
  return { name: column, label: `the ${column} of ${relation}`, type: 'bigint', required: true }
}
