/** Something in the schema of the records, or on its tables, that somebody made with SQL: it is never changed unasked. */
export interface ForeignObject {
  readonly kind: 'constraint' | 'index' | 'trigger' | 'sequence' | 'view'
  /** A view has its schema in its name. */
  readonly name: string
  /** The table that it belongs to, or that a view reads; empty for a sequence. */
  readonly table: string
  /** The columns of that table that it depends on. */
  readonly columns: readonly string[]
}

/** `constraint due_after_issued of shop_order`, as messages name it. */
export function describeForeign({ kind, name, table }: ForeignObject): string {
  return table === '' ? `${kind} ${name}` : `${kind} ${name} ${kind === 'view' ? 'on' : 'of'} ${table}`
}
