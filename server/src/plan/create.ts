import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { CreatePlan, WriteContext } from './Plan.ts'
import { Faults, refuseFaults } from './Faults.ts'
import type { Sent } from '../call/Sent.ts'
import { planNew } from './parseWrites.ts'

/** Plans a new record, with defaults filled in. Reports all faults at once. */
export function planCreate(sent: Sent, model: Model, models: Models, context: WriteContext): CreatePlan {
  const faults = new Faults()
  const plan = planNew(sent, { model, models, context, faults, path: '' })
  refuseFaults(faults)
  return plan
}
