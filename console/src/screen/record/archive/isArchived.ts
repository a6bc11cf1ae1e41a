import type { RecordJson } from '../../../meta/ModelMeta.ts'

/** Whether a record is archived, as far as the caller may know it. */
export function isArchived(record: RecordJson): boolean {
  return typeof record['archivedOn'] === 'string'
}
