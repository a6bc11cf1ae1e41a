import type { RecordCall } from '../call/Call.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Grant } from '../permission/permit.ts'
import { planCreate } from './create.ts'
import { planDelete } from './delete.ts'
import type { Plan } from './Plan.ts'
import { planUpdate } from './update.ts'

/** What will be done, decided without asking the database. */
export function toPlan(call: RecordCall, model: Model, grant: Grant, models: Models): Plan {
  switch (call.operation) {
    case 'find':
      return { operation: 'find', model, offset: call.offset, limit: call.limit }
    case 'read':
      return { operation: 'read', model, id: call.id }
    case 'create':
      return planCreate(call.sent, model, models, grant.userId)
    case 'update':
      return planUpdate(call.sent, call, model, models, grant.userId)
    case 'delete':
      return planDelete(call, model)
  }
}
