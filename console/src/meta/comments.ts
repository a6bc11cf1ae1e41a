import type { FieldMeta, ModelMeta } from './ModelMeta.ts'

/** The name of the model of the comments on the records of a model. */
export function commentsOf(model: string): string {
  return `${model}.comments`
}

/** Whether a model is that of the comments on another: they are shown on their records. */
export function isOfComments({ name }: Pick<ModelMeta, 'name'>): boolean {
  return name.endsWith('.comments')
}

/** Whether a field is the comments on its record. */
export function isComments({ target }: FieldMeta): boolean {
  return target !== undefined && isOfComments({ name: target })
}
