import type { ActionMeta } from '../meta/ActionMeta.ts'
import type { FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'

/** Everything the metadata says. */
export interface Metadata {
  readonly models: readonly ModelMeta[]
  /** What every record has. */
  readonly every: readonly FieldMeta[]
  /** The actions that the caller may run. */
  readonly actions: readonly ActionMeta[]
  /** The roles that files declare, as far as the caller may know roles. */
  readonly declaredRoles: readonly string[]
}
