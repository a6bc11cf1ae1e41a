import type { UndoCall } from '../call/Call.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import { Faults, refuseFaults } from './Faults.ts'
import type { WriteContext } from './Plan.ts'
import { parseVersion } from './restore.ts'
import type { UndoPlan } from './UndoPlan.ts'

/** Plans the undo of one write. The current version is required, as for every change. */
export function planUndo({ id, sent, onConflict }: UndoCall, model: Model, context: WriteContext): UndoPlan {
  if (sent['version'] === undefined || sent['version'] === null)
    throw new Failure('version-required', 'An undo must name the current version: send data.version as you read it.')
  const faults = new Faults()
  const version = parseVersion(sent, 'version', faults)
  const undo = parseVersion(sent, 'undo', faults)
  for (const member of Object.keys(sent))
    if (!['version', 'undo'].includes(member))
      faults.set(member.slice(0, 100), 'is not known here: an undo takes only version and undo')
  refuseFaults(faults)
  return { operation: 'undo', model, id, version, undo, onConflict, context }
}
