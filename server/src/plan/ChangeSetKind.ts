/** The operations that may write several records. */
export type ChangeSetKind =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'bulk'
  | 'removeAll'
  | 'updateMass'
  | 'upsert'
  | 'transaction'
  | 'undo'
