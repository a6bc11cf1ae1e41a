import type { OfferedAction } from '../../meta/ActionMeta.ts'
import type { Json, RecordLink } from '../../meta/ModelMeta.ts'

/** A record at the version that is seen, with what is known of it. */
export type SeenLink = RecordLink & { readonly version: number }

/** The records as a field takes them. The version that was seen goes with a reference: it is checked. */
export function toValue({ subject }: OfferedAction, records: readonly SeenLink[]): Json {
  if (subject?.type === 'links') return records.map(({ id }) => ({ id }))
  return records.map(({ id, version }) => ({ id, version }))[0] ?? null
}
