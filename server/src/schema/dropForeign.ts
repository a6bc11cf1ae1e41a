import { name, sql, type Sql } from '../sql/sql.ts'
import { alterTable, inRecords } from './compare/ddl.ts'
import { describeForeign, type ForeignObject } from './ForeignObject.ts'
import { MigrationRefused } from './MigrationRefused.ts'
import { toStep, type Step } from './Step.ts'

/** The steps that drop the foreign objects with these names. Throws if there is none with a name. */
export function dropForeign(foreign: readonly ForeignObject[], names: readonly string[]): Step[] {
  const droppable = foreign.filter(({ kind }) => kind !== 'view')
  return names.flatMap((wanted) => {
    const found = droppable.filter((object) => object.name === wanted)
    if (found.length === 0) throw new MigrationRefused(nothingToDrop(wanted, droppable))
    return found.map((object) => toStep(`Drop the ${describeForeign(object)}, which is not ours`, [toDrop(object)]))
  })
}

/** The foreign objects that block a step: PostgreSQL would drop them with a column, or refuse to change the column. */
export function findForeignBlocker({ affects }: Step, foreign: readonly ForeignObject[]): string | undefined {
  if (!affects) return undefined
  const { table, dropped, converted, whole } = affects
  const blockers = foreign.filter(
    (object) =>
      object.table === table &&
      (whole ||
        object.columns.some(
          (column) => dropped.includes(column) || (stopsConversion(object) && converted.includes(column)),
        )),
  )
  const what = whole ? 'belongs to the table' : 'depends on the column'
  return blockers.length === 0 ? undefined : blockers.map((object) => toAdvice(object, what)).join(' ')
}

function stopsConversion({ kind }: ForeignObject): boolean {
  return kind === 'view' || kind === 'trigger'
}

function toAdvice(object: ForeignObject, what: string): string {
  const described = `The ${describeForeign(object)}, which is not ours, ${what}`
  return object.kind === 'view'
    ? `${described}: drop it before, and create it again afterwards.`
    : `${described}: run this with --drop-foreign ${object.name}, or drop it by hand.`
}

function nothingToDrop(wanted: string, droppable: readonly ForeignObject[]): string {
  const known = droppable.length === 0 ? 'There is none.' : `There are: ${droppable.map(describeForeign).join(', ')}.`
  return `Nothing was changed, because no constraint, index, trigger or sequence named "${wanted}" is foreign. ${known}`
}

function toDrop({ kind, name: object, table }: ForeignObject): Sql {
  if (kind === 'constraint') return alterTable(table, [sql`drop constraint ${name(object)}`])
  if (kind === 'trigger') return sql`drop trigger ${name(object)} on ${inRecords(table)}`
  return kind === 'index' ? sql`drop index ${inRecords(object)}` : sql`drop sequence ${inRecords(object)}`
}
