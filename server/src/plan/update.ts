import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { noVersion, type UpdatePlan, type WriteNote } from './Plan.ts'
import { type Faults, noteUnknown, readValue, refuseFaults, type Sent, writableFields } from './readRecord.ts'

/** What an update says besides the record: the path's id, and the version that `If-Match` names. */
export interface UpdateTarget {
  readonly id: number
  readonly ifMatch?: number
  readonly onConflict: 'refuse' | 'merge'
}

/** Plans a change of the fields that were sent. The version is required: without it an update could be lost. */
export function planUpdate(
  sent: Sent,
  target: UpdateTarget,
  model: Model,
  models: Models,
  note: WriteNote,
): UpdatePlan {
  const faults: Faults = new Map()
  const version = readVersion(sent, faults)
  checkId(sent, target.id, faults)
  const fields = writableFields(model).filter(({ name }) => Object.hasOwn(sent, name))
  const values = fields.map((field) => readValue(field, sent[field.name], models, faults))
  noteUnknown(sent, model, ['id', 'version'], faults)
  refuseFaults(faults)
  const agreed = (target.ifMatch ?? version) === version ? version : noVersion
  const { id, onConflict } = target
  return { operation: 'update', model, id, version: agreed, note, fields, values, onConflict, journaledAs: 'update' }
}

function readVersion({ version }: Sent, faults: Faults): number {
  if (version === undefined || version === null)
    throw new Failure(
      'version-required',
      'An update must name the version that it is based on: send data.version as you read it.',
    )
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0) return version
  faults.set('version', 'must be a whole number from 0 on')
  return noVersion
}

function checkId({ id }: Sent, pathId: number, faults: Faults): void {
  if (id === undefined || id === pathId) return
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) {
    faults.set('id', 'must be the whole number in the path')
    return
  }
  throw new Failure(
    'id-mismatch',
    `The path says ${pathId} and data.id says ${id}: send the same id, or leave data.id out.`,
  )
}
