import type { UpdatePlan } from './Plan.ts'

/** Completes an update plan with the defaults: no fields, and refused if its version is not the current one. */
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
