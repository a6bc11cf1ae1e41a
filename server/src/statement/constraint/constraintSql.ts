import { parseCheck } from '../../criteria/ParsedCheck.ts'
import { type Constraint, keyFieldsOf, type NoOverlapConstraint } from '../../model/Constraint.ts'
import { everything, type Condition } from '../../criteria/Condition.ts'
import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { rangeTypes } from '../../model/rangeTypes.ts'
import { join, literal, type Sql, sql, trusted } from '../../sql/sql.ts'
import { conditionSql, Joins } from '../condition/conditionSql.ts'
import { wholeScope } from '../condition/ReadScope.ts'

/** A constraint with its condition parsed and its fields found. */
export interface ParsedConstraint {
  readonly constraint: Constraint
  readonly model: Model
  readonly where: Condition
  /** The fields whose values must be equal. */
  readonly key: readonly Field[]
  /** All own fields that decide: the key, the period, and those of the condition. */
  readonly fields: readonly Field[]
}

/** Parses a constraint of a checked declaration. */
export function parseConstraint(constraint: Constraint, model: Model, models: Models): ParsedConstraint {
  const { name, where: holds, message, fields } = constraint
  const where = holds && parseCheck({ name, fields: [], holds, message }, model, models)
  const find = (fieldName: string) => model.fields.find((field) => field.name === fieldName) ?? []
  return {
    constraint,
    model,
    where: where === undefined || where.holds.is === 'expression' ? everything : where.holds,
    key: keyFieldsOf(constraint).flatMap(find),
    fields: [...new Set([...fields.flatMap(find), ...(where?.own ?? [])])],
  }
}

/** The columns of a record under an alias, as the constraint sees them: all of them, whoever writes. */
export function rowOf(alias: string, model: Model, models: Models): Joins {
  return new Joins(alias, models.get(model.name), { ...wholeScope(models), isInlined: true })
}

/** Whether the record counts. Unknown is false. */
export function countsSql({ constraint, where, key, model }: ParsedConstraint, row: Joins): Sql {
  const isNullable = constraint.kind === 'unique' && constraint.nulls === 'equal'
  const begin = constraint.kind === 'noOverlap' ? [requireField(constraint.from, model)] : []
  const known = [...(isNullable ? [] : key), ...begin].map((field) => sql`${row.own(field)} is not null`)
  const parts = [...(where === everything ? [] : [conditionSql(where, row)]), ...known]
  return parts.length === 0 ? sql`true` : join(parts, ' and ')
}

/** The period of the record. An end before the beginning has a message of its own, and must not be an error here. */
export function periodSql({ from, to, bounds }: NoOverlapConstraint, model: Model, row: Joins): Sql {
  const field = requireField(from, model)
  const type = rangeTypes.get(typeOf(field).columnType(field))
  if (!type) throw new TypeError(`${from} can't be the beginning of a period.`)
  const [begin, end] = [row.own(field), row.own(requireField(to, model))]
  const last = sql`case when ${end} < ${begin} then ${begin} else ${end} end`
  return sql`${trusted(type.range)}(${begin}, ${last}, ${literal(bounds ?? type.bounds)})`
}

/**
 * The values of the key as one text: ids, numbers, days and choices as they are, and texts by their digest, so that no
 * copy of them outlives the record. It is the same in every session.
 */
export function keyText({ key }: ParsedConstraint, row: Joins): Sql {
  const values = key.map((field) => {
    const value = row.own(field)
    const { textual, columnType } = typeOf(field)
    if (textual) return sql`encode(sha256(convert_to(${value}, 'UTF8')), 'hex')`
    return columnType(field).startsWith('timestamp') ? sql`extract(epoch from ${value})` : value
  })
  return sql`jsonb_build_array(${join(values)})::text`
}

function requireField(name: string, { fields }: Model): Field {
  const field = fields.find((candidate) => candidate.name === name)
  if (!field) throw new TypeError(`There is no field ${name}.`)
  return field
}
