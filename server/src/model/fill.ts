import { type Expression, isExpression } from '../expression/Expression.ts'
import { ExpressionMistake } from '../expression/ExpressionMistake.ts'
import { type ExpressionTree, fieldsOf, variablesOf } from '../expression/ExpressionTree.ts'
import { readExpression, toFitting } from '../expression/readExpression.ts'
import { toSql } from '../expression/toSql.ts'
import { name, type Sql, sql, trusted } from '../sql/sql.ts'
import type { Field } from './field/Field.ts'
import { isStored, typeOf } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'
import { columnOf } from './names.ts'
import { recordNames, typeOfField } from './recordNames.ts'

/** The value that records get which were there before a field. */
export interface Fill {
  /** The declared text. */
  readonly text: string
  /** The columns that it reads, also those that the same plan drops. */
  readonly columns: readonly string[]
  /** The value as SQL, from the columns of one table, in the type of the column. */
  readonly value: Sql
}

/** The fill of a field: the declared one, or a default by an expression if the record alone decides it. */
export function findFill(field: Field, model: Model): Fill | undefined {
  if (field.fill !== undefined) return toFill(field.fill, field, model)
  if (!isExpression(field.default)) return undefined
  try {
    return toFill(field.default, field, model)
  } catch (error) {
    // It names the user, the day or another record, which were others when the records were created.
    if (error instanceof ExpressionMistake) return undefined
    throw error
  }
}

/** Returns the mistakes in the fill of a field. Each message says what to write instead. */
export function checkFill(field: Field, model: Model): string[] {
  if (field.fill === undefined) return []
  if (!isExpression(field.fill)) return ["fill must be an expression, such as fill: expression('left(room, 1)')"]
  if (!typeOf(field).writable) return ['has a fill, and its values are computed: leave fill out']
  try {
    toFill(field.fill, field, model)
    return []
  } catch (error) {
    if (error instanceof ExpressionMistake) return [`fill ${error.message}`]
    throw error
  }
}

function toFill({ expression }: Expression, field: Field, model: Model): Fill {
  const type = typeOfField(field)
  if (typeof type === 'string' || type.type === 'list')
    throw new ExpressionMistake(`is an expression, and a field of type ${field.type} takes none: use a migration()`)
  const own = recordNames({ model, variables: [], refuse: (used) => refuseField(used, field) })
  const tree = toFitting(readExpression(expression, { field: own.field, variable: oldType }), type)
  const value = toSql(tree, {
    field: (used) => name(columnOf(used)),
    variable: (variable) => sql`${name(oldColumnOf(variable))}::text`,
    timeZone: sql`'UTC'`,
    yearBegins: sql`'01-01'`,
  })
  return {
    text: expression,
    columns: columnsOf(tree),
    value: sql`(${value})::${trusted(typeOf(field).columnType(field))}`,
  }
}

function columnsOf(tree: ExpressionTree): string[] {
  return [...new Set([...fieldsOf(tree).map(columnOf), ...variablesOf(tree).map(oldColumnOf)])]
}

/** A field that is no longer declared is read as text. */
function oldType(variable: string) {
  if (/^\$old\.[a-z]\w*$/.test(variable)) return { type: 'text' } as const
  return 'is no variable here: a fill has the fields of the record, and $old.<field> for one that is dropped'
}

function oldColumnOf(variable: string): string {
  return columnOf(variable.slice('$old.'.length))
}

function refuseField(used: Field, field: Field): string | undefined {
  if (used.name === field.name) return 'is the field itself'
  return isStored(used) ? undefined : 'is computed when it is read: only stored fields can be used'
}
