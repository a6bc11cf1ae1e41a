import type { RecordLink } from '../meta/ModelMeta.ts'

/** A record that was deleted: its title, when and by whom. */
export type Deleted = RecordLink & {
  readonly version: number
  readonly on: string
  readonly by: { readonly id: number; readonly username: string } | null
}

/** A page of deleted records. */
export interface DeletedPage {
  readonly records: readonly Deleted[]
  readonly more: boolean
}
