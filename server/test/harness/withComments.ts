import { Models } from '../../src/model/Models.ts'
import { commentModelsOf } from '../../src/model/relation/commentsModel.ts'
import { comments } from '../../src/model/relation/comments.ts'
import { toModel } from '../../src/model/toModel.ts'

/** The same models, where the records of one of them have comments. */
export function withComments(models: Models, name: string): Models {
  const [relation] = toModel({ name, title: '', fields: { comments: comments() } }).relations
  const all = models.all.map((model) =>
    model.name === name && relation ? { ...model, relations: [...model.relations, relation] } : model,
  )
  return new Models([...all, ...commentModelsOf(all)], models.application)
}
