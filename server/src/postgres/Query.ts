import type { NamedSql } from '../sql/sql.ts'
import type { StatementTexts } from '../sql/StatementTexts.ts'
import type { StatementNames } from './StatementNames.ts'
import { toParameter } from './toParameter.ts'

/** A row in the order of its columns. Every value is the text that PostgreSQL returned, or null. */
export type Values = readonly (string | null)[]

/** A statement in the form in which it is sent. */
export interface Query {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly name?: string | undefined
}

/** What is remembered of statements: their texts by their pieces and, unless a pooler forbids names, their names. */
export interface KnownStatements {
  readonly texts: StatementTexts
  readonly names: StatementNames | undefined
}

/** Returns the query of a statement. Statements that are run again get a name. */
export function toQuery(statement: NamedSql, { texts, names }: KnownStatements): Query {
  const { text, values } = statement.toQuery(texts)
  return { text, values: values.map(toParameter), name: names?.find(text)?.name }
}
