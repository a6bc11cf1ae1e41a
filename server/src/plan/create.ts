import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { CreatePlan, WriteContext } from './Plan.ts'
import { Faults, refuseFaults } from './Faults.ts'
import type { Sent } from '../call/Sent.ts'
import { readCreate } from './writeRecord.ts'

/** Plans a new record: defaults filled in, all faults reported at once. */
export function planCreate(sent: Sent, model: Model, models: Models, context: WriteContext): CreatePlan {
  const faults = new Faults()
  const plan = readCreate(sent, { model, models, context, faults, path: '' })
  refuseFaults(faults)
  return plan
}
