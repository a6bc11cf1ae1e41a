import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { UpdatePlan, WriteContext } from './Plan.ts'
import { isPossibleId } from './possibleId.ts'
import { Faults, refuseFaults } from './Faults.ts'
import type { Sent } from '../call/Sent.ts'
import { noVersion, planChange } from './parseWrites.ts'

/** What an update has besides the record: the id in the path, and the version in `If-Match`. */
export interface UpdateTarget {
  readonly id: number
  readonly ifMatch?: number
  readonly onConflict: 'refuse' | 'merge'
}

/** Plans a change to the sent fields. The version is required: without it, updates could be lost. */
export function planUpdate(
  sent: Sent,
  target: UpdateTarget,
  model: Model,
  models: Models,
  context: WriteContext,
): UpdatePlan {
  const faults = new Faults()
  requireVersion(sent)
  checkId(sent, target.id, faults)
  const { id, onConflict, ifMatch } = target
  // An id in the path that no record can have is answered by record-not-found later, and is not a fault of the sent
  // record.
  const plan = planChange({ ...sent, id: isPossibleId(id) ? id : 1 }, { model, models, context, faults, path: '' })
  refuseFaults(faults)
  const version = (ifMatch ?? plan.version) === plan.version ? plan.version : noVersion
  return { ...plan, id, version, onConflict }
}

function requireVersion({ version }: Sent): void {
  if (version === undefined || version === null)
    throw new Failure(
      'version-required',
      'An update must name the version that it is based on: send data.version as you read it.',
    )
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
