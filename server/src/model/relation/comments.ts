import type { FieldDeclaration } from '../field/declaration.ts'
import type { Words } from '../../text/words.ts'
import type { Related } from './Relation.ts'

/** The order of comments. Ids alone don't tell which one is newer. */
export const newestFirst = ['-createdOn', '-id'] as const

export interface CommentsOptions {
  /** The name shown to people; `Comments` if absent. */
  label?: Words
  /** A sentence for people. */
  help?: Words
}

/** What a relation of comments declares: a collection of a model that the service makes. */
export interface CommentsDeclaration extends FieldDeclaration<Related[], false, false, 'collection'> {
  readonly comments: true
  readonly by: 'record'
  readonly sortBy: typeof newestFirst
  /** The name of the model follows from that of its owner. */
  readonly target: '*.comments'
}

/** The comments of people on a record, the newest first: `comments: comments()`. */
export function comments(options?: CommentsOptions): CommentsDeclaration {
  return { ...options, type: 'collection', comments: true, target: '*.comments', by: 'record', sortBy: newestFirst }
}

/** How many comments are shown with their record: the last ones. */
export const shownComments = 20

/** The end of the name of a model of comments. */
const ending = '.comments'

/** The name of the model of the comments on the records of a model. */
export function commentsOf(modelName: string): string {
  return `${modelName}${ending}`
}

/** The name of the model that a model of comments belongs to; undefined if it is another model. */
export function ownerOfComments(modelName: string): string | undefined {
  return modelName.endsWith(ending) ? modelName.slice(0, -ending.length) : undefined
}
