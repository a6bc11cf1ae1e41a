import type { Model } from '../model/Model.ts'
import { noVersion } from './parseWrites.ts'
import type { DeletePlan, WriteContext } from './Plan.ts'

/** The record to delete, with the versions that the client named. */
export interface DeleteTarget {
  readonly id: number
  readonly version?: number
  readonly ifMatch?: number
}

/** Plans the deletion of a record. `version` and `If-Match` are checked if given, and must agree. */
export function planDelete({ id, version, ifMatch }: DeleteTarget, model: Model, context: WriteContext): DeletePlan {
  return { operation: 'delete', model, id, version: agreedVersion(version, ifMatch), context }
}

function agreedVersion(version: number | undefined, ifMatch: number | undefined): number | null {
  if (version !== undefined && ifMatch !== undefined && version !== ifMatch) return noVersion
  return version ?? ifMatch ?? null
}
