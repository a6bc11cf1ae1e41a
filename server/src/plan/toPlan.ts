import type { RecordCall, WriteCall } from '../call/Call.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Grant } from '../permission/permit.ts'
import { planCreate } from './create.ts'
import { planDelete } from './delete.ts'
import type { Plan, WriteNote } from './Plan.ts'
import { planRestore } from './restore.ts'
import { planUpdate } from './update.ts'

/** What will be done, decided without asking the database. */
export function toPlan(call: RecordCall, model: Model, grant: Grant, models: Models): Plan {
  switch (call.operation) {
    case 'find':
      return { operation: 'find', model, offset: call.offset, limit: call.limit }
    case 'read':
      return call.version === undefined
        ? { operation: 'read', model, id: call.id }
        : { operation: 'version', model, id: call.id, version: call.version }
    case 'history':
      return { operation: 'history', model, id: call.id, offset: call.offset, limit: call.limit }
    case 'create':
      return planCreate(call.sent, model, models, toNote(call, grant))
    case 'update':
      return planUpdate(call.sent, call, model, models, toNote(call, grant))
    case 'delete':
      return planDelete(call, model, toNote(call, grant))
    case 'restore':
      return planRestore(call.sent, call.id, model, toNote(call, grant))
  }
}

function toNote({ requestId, once }: WriteCall, grant: Grant): WriteNote {
  return { author: grant.userId, requestId, ...(once ? { once } : {}) }
}
