import type {
  AggregateCall,
  BulkCall,
  CreateCall,
  DeleteCall,
  DeletedCall,
  FindCall,
  HistoryCall,
  ReadCall,
  RestoreCall,
  SearchCall,
  UndoCall,
  UpdateCall,
  UpdateMatchingCall,
  WriteCallBase,
} from '../call/Call.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { planAggregate } from './aggregate.ts'
import type { AggregatePlan } from './AggregatePlan.ts'
import { planSaveMany, planUpdateMatching, planDeleteMany } from './bulk.ts'
import type { DeleteManyPlan, SaveManyPlan, UpdateMatchingPlan } from './BulkPlan.ts'
import { planCreate } from './create.ts'
import { planDelete } from './delete.ts'
import { planDeleted } from './deleted.ts'
import { planHistory } from './history.ts'
import type { PageTokens } from './pageToken.ts'
import type {
  CreatePlan,
  DeletedPlan,
  DeletePlan,
  FindPlan,
  HistoryPlan,
  ReadPlan,
  UpdatePlan,
  VersionPlan,
  WriteContext,
} from './Plan.ts'
import { refuseShow } from './parseShow.ts'
import { planRestore } from './restore.ts'
import { parseSelection } from './parseSelection.ts'
import type { RestorePlan } from './RestorePlan.ts'
import { planSearch } from './search.ts'
import type { SearchPlan } from './SearchPlan.ts'
import type { Selection } from './Selection.ts'
import { planUndo } from './undo.ts'
import type { UndoPlan } from './UndoPlan.ts'
import { planUpdate } from './update.ts'
import { planUpsert, type UpsertRequest } from './upsert.ts'
import type { UpsertPlan } from './UpsertPlan.ts'

/** What planning needs besides the call. */
export interface PlanContext {
  readonly models: Models
  /** The most records of one call. */
  readonly maxBulk: number
  /** The most bytes of a read's answer. */
  readonly answerLimit: number
  readonly tokens: PageTokens
}

/** Turns a call about the records of a model into a plan, without a query. There is one for each operation. */
type PlanCall<Call, Plan> = (call: Call, model: Model, authorization: Authorization, context: PlanContext) => Plan

export const planFindCall: PlanCall<FindCall | SearchCall, FindPlan | SearchPlan> = (
  call,
  model,
  authorization,
  at,
) => {
  if (call.operation === 'search') return planSearch(call.request, model, authorization, at)
  const { offset, limit } = call
  const page = { offset, limit, ...(call.may ? { may: call.may } : {}) }
  return authorization.rights.visibility.isPlain(model) && !model.sortBy && !model.archive
    ? { operation: 'find', model, authorization, ...page, answerLimit: at.answerLimit }
    : planSearch({ ...page, total: true }, model, authorization, at)
}

export const planAggregateCall: PlanCall<AggregateCall, AggregatePlan> = ({ request }, model, authorization, context) =>
  planAggregate(request, model, authorization, context)

export const planReadCall: PlanCall<ReadCall, ReadPlan | VersionPlan> = (call, model, authorization, context) => {
  const { id, version } = call
  if (version !== undefined) return { operation: 'version', model, authorization, id, version }
  return {
    operation: 'read',
    model,
    authorization,
    id,
    answerLimit: context.answerLimit,
    ...toSelection(call.fields, model, authorization),
    ...(call.may ? { may: true } : {}),
  }
}

export const planHistoryCall: PlanCall<HistoryCall, HistoryPlan> = planHistory

export const planDeletedCall: PlanCall<DeletedCall, DeletedPlan> = (call, model, authorization, { answerLimit }) =>
  planDeleted(call, model, authorization, answerLimit)

export const planCreateCall: PlanCall<CreateCall, CreatePlan | UpsertPlan> = (call, model, authorization, context) => {
  if (call.key !== undefined)
    return planKeyed(call, { records: [call.sent], key: call.key, isSingle: true }, model, authorization, context)
  return {
    ...planCreate(call.sent, model, context.models, toContext(call, authorization)),
    ...toSelection(call.fields, model, authorization),
  }
}

export const planUpdateCall: PlanCall<UpdateCall, UpdatePlan> = (call, model, authorization, { models }) => ({
  ...planUpdate(call.sent, call, model, models, toContext(call, authorization)),
  ...toSelection(call.fields, model, authorization),
  ...(call.titles ? { titles: true } : {}),
})

export const planDeleteCall: PlanCall<DeleteCall, DeletePlan> = (call, model, authorization) => ({
  ...planDelete(call, model, toContext(call, authorization)),
  ...(call.counts ? { counts: true } : {}),
})

export const planSaveManyCall: PlanCall<BulkCall, SaveManyPlan | UpsertPlan> = (
  call,
  model,
  authorization,
  context,
) => {
  if (call.key !== undefined) {
    refuseShow(call.show)
    return planKeyed(call, { ...call, key: call.key, isSingle: false }, model, authorization, context)
  }
  const selection = toSelection(call.fields, model, authorization)
  return planSaveMany(call.records, toBulk(call, model, authorization, context), { ...selection, show: call.show })
}

export const planDeleteManyCall: PlanCall<BulkCall, DeleteManyPlan> = (call, model, authorization, context) =>
  planDeleteMany(call.records, toBulk(call, model, authorization, context), call.show)

export const planUpdateMatchingCall: PlanCall<UpdateMatchingCall, UpdateMatchingPlan> = (call, model, ...of) =>
  planUpdateMatching(call, toBulk(call, model, ...of))

export const planRestoreCall: PlanCall<RestoreCall, RestorePlan> = (call, model, authorization) => ({
  ...planRestore(call.sent, call.id, model, toContext(call, authorization)),
  ...toSelection(call.fields, model, authorization),
})

export const planUndoCall: PlanCall<UndoCall, UndoPlan> = (call, model, authorization) => ({
  ...planUndo(call, model, toContext(call, authorization)),
  ...toSelection(call.fields, model, authorization),
})

function planKeyed(
  call: CreateCall | BulkCall,
  request: UpsertRequest,
  model: Model,
  authorization: Authorization,
  context: PlanContext,
): UpsertPlan {
  const bulk = toBulk(call, model, authorization, context)
  return { ...planUpsert(request, bulk), ...toSelection(call.fields, model, authorization) }
}

function toBulk(call: WriteCallBase, model: Model, authorization: Authorization, { models, maxBulk }: PlanContext) {
  return { model, models, context: toContext(call, authorization), maxRecords: maxBulk }
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

function toContext({ requestId, idempotency, dryRun }: WriteCallBase, authorization: Authorization): WriteContext {
  return { authorization, requestId, dryRun, ...(idempotency ? { idempotency } : {}) }
}
