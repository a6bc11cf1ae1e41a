import type { AnyModels, Client } from '@tabularium/client'
import { createComment, deleteComment, listComments, updateComment } from '@tabularium/client/comments'
import type { CommentsService } from './CommentsService.ts'

/** How many comments come at once. */
const commentsPage = 20

/** What the console asks about comments. */
export function createCommentsService(client: Client<AnyModels>): CommentsService {
  return {
    comments: (model, id, after, signal) =>
      listComments(client, model, id, {
        limit: commentsPage,
        ...(after === undefined ? {} : { after }),
        ...(signal ? { signal } : {}),
      }),
    comment: (model, id, comment, key) => createComment(client, model, id, comment, { idempotencyKey: key }),
    changeComment: (model, id, comment, body, key) =>
      updateComment(client, model, id, comment, { body }, { idempotencyKey: key }),
    removeComment: (model, id, comment, key) => deleteComment(client, model, id, comment, { idempotencyKey: key }),
  }
}
