import { fromUnits, toUnits } from './decimalUnits.ts'
import { partsOf, type RollupField } from '../../src/model/field/rollup.ts'
import type { RecordJson } from './client.ts'
import { type Comparable, comparable, order, valueField } from './comparable.ts'

/** The value of a rollup over some records in the form of JSON, computed one by one. A hidden field has no value. */
export function evaluateRollup(field: RollupField, records: readonly RecordJson[]): unknown {
  const members = records.filter((record) => isCounted(field, record))
  const values = members.map((record) => record[partsOf(field).member ?? ''] ?? null)
  switch (field.function) {
    case 'count':
      return members.length
    case 'sum':
      return sumOf(field, values)
    case 'min':
    case 'max':
      return extremeOf(field, values)
    case 'latest':
      return latestOf(field, members)
  }
}

/** Random rollups have no other criteria than this one. */
function isCounted({ where }: RollupField, record: RecordJson): boolean {
  if (where === undefined) return true
  const { fieldName, value } = where as { fieldName: string; value: string }
  const own = record[fieldName] ?? null
  return own !== null && order(String(own), value) >= 0
}

function sumOf(field: RollupField, values: readonly unknown[]): unknown {
  const result = valueField(field)
  const scale = result.type === 'decimal' ? result.scale : 0
  const sum = values.reduce<bigint>((total, value) => total + (value === null ? 0n : toUnits(String(value), scale)), 0n)
  if (result.type === 'decimal') return fromUnits(sum, scale)
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : null
}

function extremeOf(field: RollupField, values: readonly unknown[]): unknown {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => compare(field, a, b))
  return (field.function === 'min' ? sorted[0] : sorted.at(-1)) ?? null
}

function compare(field: RollupField, a: unknown, b: unknown): number {
  return order(comparable(a, valueField(field)), comparable(b, valueField(field)))
}

/** Records without a value to order by come last; of equal ones the highest id comes first. */
function latestOf({ by = '', of }: RollupField, members: readonly RecordJson[]): unknown {
  const keyOf = (record: RecordJson): Comparable => {
    const value = record[by] ?? null
    return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : String(value)
  }
  const [first] = members.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === null || y === null) return x === y ? b.id - a.id : x === null ? 1 : -1
    return order(y, x) || b.id - a.id
  })
  return first?.[of.split('.')[1] ?? ''] ?? null
}
