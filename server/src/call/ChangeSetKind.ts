/** The operations that may write several records. */
export const changeSetKinds = [
  'create',
  'update',
  'delete',
  'restore',
  'bulk',
  'removeAll',
  'updateMass',
  'upsert',
  'transaction',
  'undo',
  'archive',
  'action',
  'job',
  'reaction',
  'schedule',
  'migration',
] as const

/** The operation that wrote a change set. */
export type ChangeSetKind = (typeof changeSetKinds)[number]

/** How a record was written: by itself, or as a part of a change set. */
export type Through = 'single' | ChangeSetKind
