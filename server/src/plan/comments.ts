import type { CommentsCall, CreateCommentCall, DeleteCommentCall, UpdateCommentCall } from '../call/comments.ts'
import type { Sent } from '../call/Sent.ts'
import { Failure } from '../failure/failure.ts'
import { commentsOf, newestFirst } from '../model/relation/comments.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { permit } from '../permission/permit.ts'
import type { Action } from '../permission/Rule.ts'
import type { ReadPlan, WriteContext } from './Plan.ts'
import type { PlanContext } from './recordCalls.ts'
import { planSearch } from './search.ts'
import type { SearchPlan } from './SearchPlan.ts'

/** What will be done about the comments on a record, which the caller must be able to read. */
export interface CommentPlan {
  /** The model of the comments. */
  readonly comments: Model
  readonly record: ReadPlan
  readonly context: WriteContext
  /** The fields that were sent; none for a delete. */
  readonly sent: Sent
  /** The comment that is changed or deleted; 0 for a new one. */
  readonly comment: number
  /** The version that a delete must find; any if absent. */
  readonly version?: number
}

/** A page of comments. */
export interface CommentsPlan extends Pick<CommentPlan, 'record'> {
  readonly page: SearchPlan
}

/** Plans a page of the comments on a record, the newest first. */
export function planComments(
  { id, limit, after }: CommentsCall,
  model: Model,
  authorization: Authorization,
  context: PlanContext,
): CommentsPlan {
  const comments = permit(commentsOf(model.name), ['read'], authorization.rights)
  const criteria = { fieldName: 'record', operator: '=', value: id }
  const request = {
    criteria,
    sortBy: newestFirst,
    offset: 0,
    limit,
    total: true,
    ...(after === undefined ? {} : { after }),
  }
  return {
    record: planRecord(id, model, authorization, context),
    page: planSearch(request, comments, authorization, context),
  }
}

/** Plans a write of a comment. The service writes whom it mentions, so it has the rights of logic. */
export function planComment(
  call: CreateCommentCall | UpdateCommentCall | DeleteCommentCall,
  action: Action,
  { model, authorization, context }: { model: Model; authorization: Authorization; context: PlanContext },
): CommentPlan {
  const comments = permit(commentsOf(model.name), [action], authorization.rights)
  if ('sent' in call) refuseOthers(call.sent, action)
  const { dryRun, requestId, idempotency } = call
  const rights = authorization.rights.forLogic()
  return {
    comments,
    sent: 'sent' in call ? call.sent : {},
    comment: 'comment' in call ? call.comment : 0,
    ...('version' in call && call.version !== undefined ? { version: call.version } : {}),
    record: planRecord(call.id, model, authorization, context),
    context: {
      authorization: { ...authorization, rights },
      requestId,
      dryRun,
      ...(idempotency ? { idempotency } : {}),
    },
  }
}

/** The record alone, without its fields. */
function planRecord(id: number, model: Model, authorization: Authorization, { answerLimit }: PlanContext): ReadPlan {
  return { operation: 'read', model, authorization, id, answerLimit }
}

const taken = ['body', 'about', 'version']

function refuseOthers(sent: object, action: Action): void {
  const names = action === 'update' ? taken : taken.slice(0, 2)
  const unknown = Object.keys(sent).filter((name) => !names.includes(name))
  if (unknown.length === 0) return
  const errors = Object.fromEntries(
    unknown.map((name) => [name.slice(0, 100), `is not known: send ${names.join(', ')}`]),
  )
  throw new Failure('invalid-record', 'The comment was not accepted; see errors for each field.', { errors })
}
