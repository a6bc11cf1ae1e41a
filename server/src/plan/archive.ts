import type { ArchiveCall, ArchiveManyCall } from '../call/Call.ts'
import type { Sent } from '../call/Sent.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { SaveManyPlan } from './BulkPlan.ts'
import type { UpdatePlan } from './Plan.ts'
import { type PlanContext, planSaveManyCall, planUpdateCall } from './recordCalls.ts'

/** What planning needs besides the call, and the time. */
type ArchiveContext = PlanContext & { now(): number }

/** Plans the archiving of a record, or its return, as an update. */
export function planArchive(
  { operation, sent, ...call }: ArchiveCall,
  model: Model,
  authorization: Authorization,
  context: ArchiveContext,
): UpdatePlan {
  requireArchive(model)
  const others = Object.keys(sent).filter((name) => name !== 'version' && name !== 'id')
  if (others.length > 0) throw onlyVersion(others)
  const archivedOn = operation === 'archive' ? toMoment(context) : null
  return planUpdateCall({ ...call, operation: 'update', sent: { ...sent, archivedOn } }, model, authorization, context)
}

/** Plans the archiving of many records, as updates that are one change set. */
export function planArchiveMany(
  { records, ...call }: ArchiveManyCall,
  model: Model,
  authorization: Authorization,
  context: ArchiveContext,
): SaveManyPlan {
  requireArchive(model)
  const archivedOn = toMoment(context)
  const changes = Array.isArray(records) ? records.map((sent: unknown) => toChange(sent, archivedOn)) : records
  const plan = planSaveManyCall({ ...call, operation: 'saveMany', records: changes }, model, authorization, context)
  if (plan.operation !== 'saveMany') throw new TypeError('Records without a key are no upsert.')
  return { ...plan, changeSet: 'archive' }
}

/** A record without an id would be a new one. */
function toChange(sent: unknown, archivedOn: string): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const { id = null, version = null, ...others } = sent as Sent
  if (Object.keys(others).length > 0) throw onlyVersion(Object.keys(others))
  return { id, version, archivedOn }
}

function toMoment({ now }: ArchiveContext): string {
  return new Date(now()).toISOString()
}

function onlyVersion(names: readonly string[]): Failure {
  const errors = names.slice(0, 100).map((name) => [name.slice(0, 100), 'is not known here: send id and version'])
  return new Failure('invalid-record', 'Archiving takes the version of the record and nothing else.', {
    errors: Object.fromEntries(errors),
  })
}

function requireArchive({ name, archive }: Model): void {
  if (archive) return
  throw new Failure('invalid-parameter', `Records of ${name} can't be archived: declare archive: true in the model.`)
}
