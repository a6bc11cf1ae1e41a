import type { RecordCall } from '../call/Call.ts'
import type { Action } from '../permission/Rule.ts'

/** What a caller must be allowed for an operation; one of several where it depends on the records that are sent. */
export function actionsOf(operation: RecordCall['operation']): readonly Action[] {
  switch (operation) {
    case 'create':
      return ['create']
    case 'update':
    case 'restore':
    case 'updateMatching':
      return ['update']
    case 'saveMany':
      return ['update', 'create']
    case 'delete':
    case 'deleteMany':
      return ['delete']
    default:
      return ['read']
  }
}
