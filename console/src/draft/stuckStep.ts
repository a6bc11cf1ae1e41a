import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import { followersOf } from '../meta/steps.ts'
import type { MergeBlock, MergeField } from './mergeBlocks.ts'

/** The field of a merge whose own value can't follow the present one: it can't be taken as it is. */
export function stuckStep(model: ModelMeta, { fields }: MergeBlock): MergeField | undefined {
  return fields.find(({ field, current, yours }) => !mayFollow(model, field.name, current, yours))
}

function mayFollow(model: ModelMeta, field: string, from: Json, to: Json): boolean {
  const followers = followersOf(model, field, from)
  return !followers || from === to || (typeof to === 'string' && followers.includes(to))
}
