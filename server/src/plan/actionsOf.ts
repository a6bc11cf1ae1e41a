import type { RecordCall } from '../call/Call.ts'
import type { Action } from '../permission/Rule.ts'

/** Returns the actions that a call needs. If there are several, the sent records decide which one applies. */
export function actionsOf(call: Pick<RecordCall, 'operation'> & { readonly key?: unknown }): readonly Action[] {
  switch (call.operation) {
    case 'create':
      return call.key === undefined ? ['create'] : ['create', 'update']
    case 'update':
    case 'restore':
    case 'updateMatching':
      return ['update']
    case 'saveMany':
      return ['update', 'create']
    case 'undo':
      return ['update', 'create', 'delete']
    case 'delete':
    case 'deleteMany':
      return ['delete']
    default:
      return ['read']
  }
}
