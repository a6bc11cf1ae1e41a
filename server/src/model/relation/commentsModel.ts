import { model } from '../declare.ts'
import { json } from '../field/json.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import type { Model } from '../Model.ts'
import { toModel } from '../toModel.ts'
import { commentsOf } from './comments.ts'

/** The most characters of a comment. */
export const maxBody = 10_000

/** The models of the comments of those models that have any. Each has its own table, journal and versions. */
export function commentModelsOf(models: readonly Model[]): Model[] {
  const isCommented = ({ relations }: Model) =>
    relations.some((relation) => relation.type === 'collection' && relation.comments)
  return models.filter(isCommented).map(({ name }) => toModel(declare(name)))
}

function declare(owner: string) {
  return model({
    name: commentsOf(owner),
    label: `Comments on ${owner.split('.').at(-1) ?? owner}`,
    title: 'body',
    list: ['body', 'about', 'mentions', 'createdBy', 'createdOn', 'updatedOn'],
    fields: {
      record: reference(owner, { required: true, onDelete: 'cascade' }),
      body: text({ required: true, multiline: true, max: maxBody, view: 'markdown' }),
      about: text({ max: 200, help: 'The field that it is about; the whole record if empty.' }),
      mentions: json({ help: 'The users whom it names, who may read the record.' }),
    },
    only: { mentions: 'actions' },
  })
}
