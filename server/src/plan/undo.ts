import type { UndoCall } from '../call/Call.ts'
import { undoTakes } from '../call/undo.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { WriteContext } from './Plan.ts'
import { parseData } from './restore.ts'
import type { UndoPlan } from './UndoPlan.ts'

/** Plans the undo of one write. The current version is required, as for every change. */
export function planUndo({ id, sent, onConflict }: UndoCall, model: Model, context: WriteContext): UndoPlan {
  if (sent['version'] === undefined || sent['version'] === null)
    throw new Failure('version-required', 'An undo must name the current version: send data.version as you read it.')
  const { version, undo } = parseData(sent, undoTakes, 'an undo')
  return { operation: 'undo', model, id, version, undo, onConflict, context }
}
