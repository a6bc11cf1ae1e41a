import { join, type Sql } from '../../sql/sql.ts'

/** The tables that a search reaches through references. Each is joined once. */
export class JoinList {
  readonly #prefix: string
  readonly #joins = new Map<string, { alias: string; sql: Sql }>()

  /** `prefix` begins the aliases of the tables. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  get isEmpty(): boolean {
    return this.#joins.size === 0
  }

  /** The alias of the table at the end of a path. If the table is not joined yet, `toJoin` makes the SQL for it. */
  aliasOf(path: string, toJoin: (alias: string) => Sql): string {
    const known = this.#joins.get(path)
    if (known) return known.alias
    const alias = `${this.#prefix}_${this.#joins.size + 1}`
    this.#joins.set(path, { alias, sql: toJoin(alias) })
    return alias
  }

  toSql(): Sql {
    return join(
      [...this.#joins.values()].map((one) => one.sql),
      '',
    )
  }
}
