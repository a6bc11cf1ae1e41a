import type { BulkCall, CreateCall, FindCall, RecordCall, WriteCall } from '../call/Call.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { planAggregate } from './aggregate.ts'
import { planSaveMany, planUpdateMatching, planDeleteMany } from './bulk.ts'
import { planCreate } from './create.ts'
import { planDelete } from './delete.ts'
import { planDeleted } from './deleted.ts'
import { planHistory } from './history.ts'
import type { PageTokens } from './pageToken.ts'
import type { Plan, WriteContext } from './Plan.ts'
import { requirePossibleId } from './possibleId.ts'
import { refuseShow } from './parseShow.ts'
import { planRestore } from './restore.ts'
import { parseSelection } from './parseSelection.ts'
import { planSearch } from './search.ts'
import type { Selection } from './Selection.ts'
import { planUndo } from './undo.ts'
import { planUpdate } from './update.ts'
import { planUpsert, type UpsertRequest } from './upsert.ts'

/** What planning needs besides the call. */
export interface PlanContext {
  readonly models: Models
  /** The most records of one call. */
  readonly maxBulk: number
  /** The most bytes of a read's answer. */
  readonly answerLimit: number
  readonly tokens: PageTokens
}

/** Turns a call into a plan, without a query. */
export function toPlan(call: RecordCall, model: Model, authorization: Authorization, context: PlanContext): Plan {
  const plan = planCall(call, model, authorization, context)
  if ('id' in plan) requirePossibleId(plan.id)
  return plan
}

function planCall(call: RecordCall, model: Model, authorization: Authorization, context: PlanContext): Plan {
  const { models, maxBulk, answerLimit } = context
  switch (call.operation) {
    case 'find':
      return authorization.rights.visibility.isPlain(model)
        ? { operation: 'find', model, authorization, ...toPage(call), answerLimit }
        : planSearch({ ...toPage(call), total: true }, model, authorization, context)
    case 'search':
      return planSearch(call.request, model, authorization, context)
    case 'aggregate':
      return planAggregate(call.request, model, authorization, context)
    case 'read':
      return call.version === undefined
        ? {
            operation: 'read',
            model,
            authorization,
            id: call.id,
            answerLimit,
            ...toSelection(call.fields, model, authorization),
            ...(call.may ? { may: true } : {}),
          }
        : { operation: 'version', model, authorization, id: call.id, version: call.version }
    case 'history':
      return planHistory(call, model, authorization, context)
    case 'deleted':
      return planDeleted(call, model, authorization, answerLimit)
    case 'create':
      if (call.key !== undefined)
        return planKeyed(call, { records: [call.sent], key: call.key, isSingle: true }, model, authorization, context)
      return {
        ...planCreate(call.sent, model, models, toContext(call, authorization)),
        ...toSelection(call.fields, model, authorization),
      }
    case 'update':
      return {
        ...planUpdate(call.sent, call, model, models, toContext(call, authorization)),
        ...toSelection(call.fields, model, authorization),
        ...(call.titles ? { titles: true } : {}),
      }
    case 'delete':
      return {
        ...planDelete(call, model, toContext(call, authorization)),
        ...(call.counts ? { counts: true } : {}),
      }
    case 'saveMany':
      if (call.key !== undefined) {
        refuseShow(call.show)
        return planKeyed(call, { ...call, key: call.key, isSingle: false }, model, authorization, context)
      }
      return planSaveMany(
        call.records,
        { model, models, context: toContext(call, authorization), maxRecords: maxBulk },
        { ...toSelection(call.fields, model, authorization), show: call.show },
      )
    case 'deleteMany':
      return planDeleteMany(
        call.records,
        { model, models, context: toContext(call, authorization), maxRecords: maxBulk },
        call.show,
      )
    case 'updateMatching':
      return planUpdateMatching(call, { model, models, context: toContext(call, authorization), maxRecords: maxBulk })
    case 'restore':
      return {
        ...planRestore(call.sent, call.id, model, toContext(call, authorization)),
        ...toSelection(call.fields, model, authorization),
      }
    case 'undo':
      return {
        ...planUndo(call, model, toContext(call, authorization)),
        ...toSelection(call.fields, model, authorization),
      }
  }
}

function toPage({ offset, limit, may }: FindCall): Pick<FindCall, 'offset' | 'limit' | 'may'> {
  return { offset, limit, ...(may ? { may } : {}) }
}

function planKeyed(
  call: CreateCall | BulkCall,
  request: UpsertRequest,
  model: Model,
  authorization: Authorization,
  { models, maxBulk }: PlanContext,
): Plan {
  const bulk = { model, models, context: toContext(call, authorization), maxRecords: maxBulk }
  return { ...planUpsert(request, bulk), ...toSelection(call.fields, model, authorization) }
}

function toSelection(
  fields: readonly string[] | undefined,
  model: Model,
  authorization: Authorization,
): { selection?: Selection } {
  if (fields === undefined) return {}
  const { models } = authorization.rights.visibility
  const seen = models.find(model.name) ?? { ...model, fields: [], relations: [] }
  return { selection: parseSelection(fields, seen, models) }
}

function toContext({ requestId, idempotency, dryRun }: WriteCall, authorization: Authorization): WriteContext {
  return { authorization, requestId, dryRun, ...(idempotency ? { idempotency } : {}) }
}
