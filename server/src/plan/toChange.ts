import type { UpdatePlan } from './Plan.ts'

/** A change of one record as it is planned where nothing else is said: refused where its version has passed. */
export function toChange(
  change: Pick<UpdatePlan, 'model' | 'id' | 'version' | 'context'> & Partial<UpdatePlan>,
): UpdatePlan {
  return {
    operation: 'update',
    fields: [],
    values: [],
    relations: [],
    onConflict: 'refuse',
    journaledAs: 'update',
    ...change,
  }
}
