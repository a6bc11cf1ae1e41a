import { fieldsIn } from '../../model/field/computed.ts'
import { columnOf } from '../../model/names.ts'
import { join, name, sql, type Sql, trusted } from '../../sql/sql.ts'
import type { DesiredCheck, DesiredColumn } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import type { Precondition } from '../Step.ts'
import type { ColumnChanges } from './ColumnChanges.ts'
import { inRecords } from './ddl.ts'

/** A new or changed formula gives no existing record a number or text that is too large for its type. */
export function noExcess(table: TableState, check: DesiredCheck, changes: ColumnChanges): Precondition[] {
  const computed = [...changes.added, ...[...changes.regenerated, ...changes.replaced].map(({ after }) => after)]
  const column = computed.find((one) => one.name === check.column && one.expression)
  if (!column?.expression) return []
  const operands = new Set(fieldsIn(column.template ?? '').map(columnOf))
  const future = [...operands].map((operand) => sql`${futureValue(operand, changes)} as ${name(operand)}`)
  const records = sql`(select id, ${join(future)} from ${inRecords(table.found)}) as records`
  const values = sql`(select id, ${column.expression} as ${name(column.name)} from ${records}) as computed`
  return [
    {
      query: sql`select id::text as example from ${values} where not (${check.condition})`.toText(),
      advice:
        `${column.label} would be too large for its type in some records. ` +
        'Declare it with a larger precision or max, or change the fields of those records first.',
    },
  ]
}

/** The value that a column will have in an existing record, before the migration begins. */
function futureValue(column: string, { kept, converted, released, added, replaced }: ColumnChanges): Sql {
  const is = ({ after }: { after: DesiredColumn }) => after.name === column
  const stays = [...kept, ...released].find(is)
  if (stays) return name(stays.before.found)
  const changed = converted.find(is)
  if (changed) {
    const { using, unfit } = changed.conversion
    const found = name(changed.before.found)
    return unfit ? sql`case when not (${unfit(found)}) then ${using(found)} end` : using(found)
  }
  const fresh = [...added, ...replaced.map(({ after }) => after)].find((one) => one.name === column)
  if (!fresh) return sql`null::numeric`
  return fresh.required && fresh.defaultSql ? fresh.defaultSql : sql`null::${trusted(fresh.type)}`
}
