import type { RecordCall, WriteCall } from '../call/Call.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Grant } from '../permission/permit.ts'
import { planBulk, planMass, planRemoval } from './bulk.ts'
import { planCreate } from './create.ts'
import { planDelete } from './delete.ts'
import type { Plan, WriteNote } from './Plan.ts'
import { planRestore } from './restore.ts'
import { readSelection } from './readSelection.ts'
import { planSearch } from './search.ts'
import type { Selection } from './Selection.ts'
import { planUpdate } from './update.ts'

/** What planning knows beside the call. */
export interface PlanContext {
  readonly models: Models
  /** Records in one call at most. */
  readonly maxBulk: number
}

/** What will be done, decided without asking the database. */
export function toPlan(call: RecordCall, model: Model, grant: Grant, { models, maxBulk }: PlanContext): Plan {
  switch (call.operation) {
    case 'find':
      return { operation: 'find', model, offset: call.offset, limit: call.limit }
    case 'search':
      return planSearch(call.request, model, models)
    case 'read':
      return call.version === undefined
        ? { operation: 'read', model, id: call.id, ...toSelection(call.fields, model, models) }
        : { operation: 'version', model, id: call.id, version: call.version }
    case 'history':
      return { operation: 'history', model, id: call.id, offset: call.offset, limit: call.limit }
    case 'create':
      return planCreate(call.sent, model, models, toNote(call, grant))
    case 'update':
      return planUpdate(call.sent, call, model, models, toNote(call, grant))
    case 'delete':
      return planDelete(call, model, toNote(call, grant))
    case 'bulk':
      return planBulk(call.records, { model, models, note: toNote(call, grant), most: maxBulk })
    case 'removal':
      return planRemoval(call.records, { model, models, note: toNote(call, grant), most: maxBulk })
    case 'mass':
      return planMass(call, { model, models, note: toNote(call, grant), most: maxBulk })
    case 'restore':
      return planRestore(call.sent, call.id, model, toNote(call, grant))
  }
}

function toSelection(fields: readonly string[] | undefined, model: Model, models: Models): { selection?: Selection } {
  return fields === undefined ? {} : { selection: readSelection(fields, model, models) }
}

function toNote({ requestId, once, dryRun }: WriteCall, grant: Grant): WriteNote {
  return { author: grant.userId, requestId, dryRun, ...(once ? { once } : {}) }
}
