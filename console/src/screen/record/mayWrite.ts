import type { FieldMeta } from '../../meta/ModelMeta.ts'
import type { RecordMay } from '../../service/Service.ts'

/** What a form is about: a record or a new one, and what may be done with it. */
export interface FormRights {
  readonly id: number | undefined
  /** What may be done with the record; undefined before it is known, and for a new one. */
  readonly may: RecordMay | undefined
  /** Whether nothing may be written at all, since somebody looks as another user. */
  readonly isLocked: boolean
}

/** What may be done with this record decides; before it is known, and for new ones, what the model says. */
export function mayWrite({ name, may: extent }: FieldMeta, { id, may, isLocked }: FormRights): boolean {
  if (isLocked) return false
  if (id !== undefined && may) return may.update && may.fields.includes(name)
  return extent === undefined || (id === undefined ? extent.create : extent.update) !== 'none'
}
