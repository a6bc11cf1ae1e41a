import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { RecordMay } from '../../../service/Service.ts'
import type { WhyAbout } from '../../../component/explain/WhyDialog.tsx'

/** What opens why something may not be done; undefined for what may be done. */
export interface Locks {
  readonly update: (() => void) | undefined
  readonly delete: (() => void) | undefined
}

/** What is locked for those who may not change or delete a record. `written` is the field that a change writes. */
export function locksOf(
  model: ModelMeta,
  may: RecordMay | undefined,
  onWhy: (about: WhyAbout) => void,
  written?: string,
): Locks {
  const mayUpdate = may?.update ?? model.may.update !== 'none'
  const mayDelete = may?.delete ?? model.may.delete !== 'none'
  const field = model.fields.find(({ name }) => name === written)
  const mayWrite = mayUpdate && (!field || !may || may.fields.includes(field.name))
  return {
    update: mayWrite ? undefined : () => onWhy({ action: 'update', ...(mayUpdate && field ? { field } : {}) }),
    delete: mayDelete ? undefined : () => onWhy({ action: 'delete' }),
  }
}
