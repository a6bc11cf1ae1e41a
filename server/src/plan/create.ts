import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { CreatePlan, WriteNote } from './Plan.ts'
import { type Faults, noteUnknown, readValue, refuseFaults, type Sent, writableFields } from './readRecord.ts'

/** Plans a new record: defaults filled in, all faults reported at once. */
export function planCreate(sent: Sent, model: Model, models: Models, note: WriteNote): CreatePlan {
  const faults: Faults = new Map()
  for (const member of ['id', 'version'])
    if (Object.hasOwn(sent, member)) faults.set(member, 'is assigned by the service: leave it out of a new record')
  const fields = writableFields(model)
  const values = fields.map((field) => {
    const value = Object.hasOwn(sent, field.name) ? sent[field.name] : field.default
    return readValue(field, value, models, faults)
  })
  noteUnknown(sent, model, [], faults)
  refuseFaults(faults)
  return { operation: 'create', model, note, fields, values }
}
