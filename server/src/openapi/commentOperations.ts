import { commentTakes } from '../call/comments.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import { maxBody } from '../model/relation/commentsModel.ts'
import { commentsOf } from '../model/relation/comments.ts'
import type { DescribeForModel } from './DescribedOperation.ts'
import { type KnownModel, toKnownModel } from './KnownModel.ts'
import { jsonBody, responses, success } from './OperationObject.ts'
import { bodySchema } from './parameters.ts'
import { writeResponses } from './recordAnswers.ts'
import { closedObject, nullable, parameterRef, schemaRef } from './refs.ts'
import { text, whole } from './values.ts'

const body = { ...text, minLength: 1, maxLength: maxBody, description: 'Markdown. @name mentions a user.' }
const about = nullable({ ...text, maxLength: 200, description: 'The field that it is about.' })

/** The model of the comments, if the caller may do this with them. */
function toComments(model: KnownModel, action: 'read' | 'create' | 'update' | 'delete'): KnownModel | undefined {
  const comments = model.rights.known.find(commentsOf(model.name))
  return comments && model.rights.of(comments, action).length > 0 ? toKnownModel(comments, model.rights) : undefined
}

function bodyWith(limits: DocumentLimits, needed: readonly ['body'] | readonly ['version']) {
  const version = needed[0] === 'version' ? { version: { ...whole, minimum: 0 } } : {}
  return jsonBody(bodySchema(commentTakes, limits, { data: closedObject({ body, about, ...version }, [...needed]) }))
}

const comments: DescribeForModel = (model) => {
  const of = toComments(model, 'read')
  if (!of) return undefined
  return {
    summary: 'List its comments',
    responses: responses(success('A page.', schemaRef(`${of.name}.Page`)), 'Read'),
  }
}

const createComment: DescribeForModel = (model, limits) => {
  const of = toComments(model, 'create')
  return of && { summary: 'Comment on it', requestBody: bodyWith(limits, ['body']), responses: writeResponses(of) }
}

const updateComment: DescribeForModel = (model, limits) => {
  const of = toComments(model, 'update')
  if (!of) return undefined
  const parameters = [parameterRef('comment')]
  const requestBody = bodyWith(limits, ['version'])
  return { summary: 'Change a comment', parameters, requestBody, responses: writeResponses(of) }
}

const deleteComment: DescribeForModel = (model) => {
  const of = toComments(model, 'delete')
  const parameters = [parameterRef('comment')]
  return of && { summary: 'Delete a comment', parameters, responses: writeResponses(of, 'Ids') }
}

/** The operations on the comments of a record, of models that have them. */
export const commentOperations = { comments, createComment, updateComment, deleteComment }
