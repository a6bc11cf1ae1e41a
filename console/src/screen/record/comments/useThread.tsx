import type { ReactNode } from 'react'
import { Failed } from '../../../component/Failed.tsx'
import type { Person } from '../../../field/mentions.ts'
import { commentsOf, isComments } from '../../../meta/comments.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useComments } from '../../../query/commentQueries.ts'
import type { Comment } from '../../../service/CommentsService.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { CommentBox } from './CommentBox.tsx'
import { CommentLine } from './CommentLine.tsx'
import { useCommentWrites } from './useCommentWrites.ts'
import './comments.css'

/** The comments on a record as lines of its stream, and the box for another one, of models that have comments. */
export function useThread(model: ModelMeta, id: number, mayDeleteRecord: boolean) {
  const { service, words } = useShell()
  const { me, find } = useSession()
  const hasThem = model.fields.some((one) => isComments(one) && one.may?.read !== 'none')
  const { data, error, hasNextPage, fetchNextPage, refetch } = useComments(service, model.name, id, hasThem)
  const { write, isBusy, failed } = useCommentWrites(model.name, id)
  const comments = data?.pages.flatMap((page) => page.comments) ?? []
  const may = me.seenBy ? undefined : find(commentsOf(model.name))?.may
  const people = peopleIn(comments)
  const isOwn = ({ createdBy }: Comment) => createdBy?.id === me.id
  const toLine = (comment: Comment): ReactNode => (
    <CommentLine
      key={comment.id}
      comment={comment}
      about={labelOf(comment, model)}
      people={people}
      isBusy={isBusy}
      mayChange={isOwn(comment) && may !== undefined && may.update !== 'none'}
      mayDelete={may !== undefined && (mayDeleteRecord || (isOwn(comment) && may.delete !== 'none'))}
      onChange={(body, done) => write({ is: 'change', comment, body }, done)}
      onDelete={() => write({ is: 'delete', comment })}
    />
  )
  return {
    lines: comments.map((comment) => ({ on: comment.createdOn, line: toLine(comment) })),
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    failed: error ? <Failed error={error} again={() => void refetch()} /> : null,
    box:
      hasThem && may && may.create !== 'none' ? (
        <div className="comment-compose">
          {failed ? <Failed error={failed} title={words.refusal.notSent} /> : null}
          <CommentBox
            label={words.comments.write}
            send={words.comments.send}
            isBusy={isBusy}
            people={people}
            onSend={(body, done) => write({ is: 'new', body }, done)}
          />
        </div>
      ) : null,
  }
}

/** Everybody who has a part in the comments. */
function peopleIn(comments: readonly Comment[]): Person[] {
  return comments.flatMap(({ createdBy, mentions }) => [...(createdBy ? [createdBy] : []), ...(mentions ?? [])])
}

/** The label of the field that a comment is about, or what it names instead. */
function labelOf({ about }: Comment, { fields }: ModelMeta): string | undefined {
  return about === null ? undefined : (fields.find(({ name }) => name === about)?.label ?? about)
}
