import type { RecordCall } from '../call/Call.ts'
import type { Action } from '../permission/Rule.ts'

/** Returns the actions that an operation needs. If there are several, the sent records decide which one applies. */
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
