import type { RecordCall, WriteCall } from '../call/Call.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Grant } from '../permission/Grant.ts'
import { planBulk, planMass, planRemoval } from './bulk.ts'
import { planCreate } from './create.ts'
import { planDelete } from './delete.ts'
import type { PageTokens } from './pageToken.ts'
import type { Plan, WriteNote } from './Plan.ts'
import { requirePossibleId } from './possibleId.ts'
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
  /** How many bytes the answer of a read may take. */
  readonly answerLimit: number
  readonly tokens: PageTokens
}

/** What will be done, decided without asking the database. */
export function toPlan(call: RecordCall, model: Model, grant: Grant, context: PlanContext): Plan {
  const plan = planCall(call, model, grant, context)
  if ('id' in plan) requirePossibleId(plan.id)
  return plan
}

function planCall(call: RecordCall, model: Model, grant: Grant, context: PlanContext): Plan {
  const { models, maxBulk, answerLimit } = context
  switch (call.operation) {
    case 'find':
      return grant.rights.visibility.isPlain(model)
        ? { operation: 'find', model, grant, offset: call.offset, limit: call.limit, answerLimit }
        : planSearch({ offset: call.offset, limit: call.limit, total: true }, model, grant, context)
    case 'search':
      return planSearch(call.request, model, grant, context)
    case 'read':
      return call.version === undefined
        ? { operation: 'read', model, grant, id: call.id, answerLimit, ...toSelection(call.fields, model, grant) }
        : { operation: 'version', model, grant, id: call.id, version: call.version }
    case 'history':
      return { operation: 'history', model, grant, id: call.id, offset: call.offset, limit: call.limit, answerLimit }
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

function toSelection(fields: readonly string[] | undefined, model: Model, grant: Grant): { selection?: Selection } {
  if (fields === undefined) return {}
  const { models } = grant.rights.visibility
  return { selection: readSelection(fields, models.require(model.name), models) }
}

function toNote({ requestId, once, dryRun }: WriteCall, grant: Grant): WriteNote {
  return { grant, requestId, dryRun, ...(once ? { once } : {}) }
}
