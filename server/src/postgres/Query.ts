import type { NamedSql } from '../sql/sql.ts'
import type { StatementNames } from './StatementNames.ts'
import { toParameter } from './toParameter.ts'

/** A row in the order of its columns. Every value is the text that PostgreSQL returned, or null. */
export type Values = readonly (string | null)[]

/** A statement in the form that the driver takes. */
export interface Query {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
}

/** Returns the query of a statement. If `names` is given, statements that are run again get a name. */
export function toQuery(statement: NamedSql, names: StatementNames | undefined): Query {
  const { text, values } = statement.toQuery()
  const parameters = values.map(toParameter)
  return { ...(names?.find(text) ?? { text }), values: parameters }
}
