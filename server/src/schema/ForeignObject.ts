/** An object in the schema of the records that was created by hand with SQL. It is never changed without consent. */
export interface ForeignObject {
  readonly kind: 'constraint' | 'index' | 'trigger' | 'sequence' | 'view'
  /** The name; that of a view includes its schema. */
  readonly name: string
  /** The table that the object belongs to, or that a view reads; empty for a sequence. */
  readonly table: string
  /** The columns of that table that the object depends on. */
  readonly columns: readonly string[]
}

/** The object as messages name it: `constraint due_after_issued of shop_order`. */
export function describeForeign({ kind, name, table }: ForeignObject): string {
  return table === '' ? `${kind} ${name}` : `${kind} ${name} ${kind === 'view' ? 'on' : 'of'} ${table}`
}
