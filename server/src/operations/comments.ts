import {
  commentsTakes,
  commentTakes,
  deleteCommentTakes,
  parseComments,
  parseCreateComment,
  parseDeleteComment,
  parseUpdateComment,
} from '../call/comments.ts'
import { createComment, deleteComment, listComments, updateComment } from '../execute/comments.ts'
import { planComment, planComments } from '../plan/comments.ts'
import { ofModel } from './ofModel.ts'

/** The operations on the comments of a record. */
export const commentOperations = {
  comments: ofModel({
    route: 'GET /ws/rest/:model/:id/comments',
    actions: ['read'],
    takes: commentsTakes,
    parse: parseComments,
    plan: planComments,
    execute: listComments,
    describe: (of) => of.comments,
  }),
  createComment: ofModel({
    route: 'PUT /ws/rest/:model/:id/comments',
    writes: true,
    actions: ['read'],
    takes: commentTakes,
    parse: parseCreateComment,
    plan: (call, model, authorization, context) => planComment(call, 'create', { model, authorization, context }),
    execute: createComment,
    describe: (of) => of.createComment,
  }),
  updateComment: ofModel({
    route: 'POST /ws/rest/:model/:id/comments/:comment',
    writes: true,
    actions: ['read'],
    takes: commentTakes,
    parse: parseUpdateComment,
    plan: (call, model, authorization, context) => planComment(call, 'update', { model, authorization, context }),
    execute: updateComment,
    describe: (of) => of.updateComment,
  }),
  deleteComment: ofModel({
    route: 'DELETE /ws/rest/:model/:id/comments/:comment',
    writes: true,
    actions: ['read'],
    takes: deleteCommentTakes,
    parse: parseDeleteComment,
    plan: (call, model, authorization, context) => planComment(call, 'delete', { model, authorization, context }),
    execute: deleteComment,
    describe: (of) => of.deleteComment,
  }),
}
