import { type Sql, sql } from '../../sql/sql.ts'

/** An API key that wrote; without a name if it is gone. */
export interface Via {
  readonly id: number
  readonly name: string | null
}

/** The API key of an entry as JSON; null if none wrote it. */
export function viaSql(via: Sql): Sql {
  return sql`case when ${via} is not null then json_build_object('id', ${via}, 'name', (
        select keys.name from record.tabularium_key as keys where keys.id = ${via}
      )) end`
}
