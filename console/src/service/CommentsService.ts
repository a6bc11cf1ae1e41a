import type { Comment, Comments, NewComment } from '@tabularium/client/comments'

export type { Comment, NewComment } from '@tabularium/client/comments'

/** A comment that is changed or deleted, at the version that was seen. */
export type SeenComment = Pick<Comment, 'id' | 'version'>

/** What the console asks about the comments on a record. Writes can be sent again under their key. */
export interface CommentsService {
  /** A page, the newest first. */
  comments(model: string, id: number, after: string | undefined, signal?: AbortSignal): Promise<Comments>
  comment(model: string, id: number, comment: NewComment, key: string): Promise<Comment>
  changeComment(model: string, id: number, comment: SeenComment, body: string, key: string): Promise<Comment>
  removeComment(model: string, id: number, comment: SeenComment, key: string): Promise<void>
}
