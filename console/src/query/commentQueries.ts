import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { commentsOf } from '../meta/comments.ts'
import type { Comment, SeenComment } from '../service/CommentsService.ts'
import type { Service } from '../service/Service.ts'
import { useIsLive } from './feedState.ts'
import { keys } from './keys.ts'

const often = 30_000

/** The comments on a record, in pages from the newest. They are read again when the feed tells of one. */
export function useComments(service: Service, model: string, id: number, enabled: boolean) {
  const isLive = useIsLive()
  return useInfiniteQuery({
    queryKey: keys.thread(commentsOf(model), id),
    queryFn: ({ pageParam, signal }) => service.comments(model, id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled,
    refetchInterval: isLive ? false : often,
  })
}

/** A write of a comment: a new one, a change, or a delete. */
export type CommentWrite = { readonly key: string } & (
  | { readonly is: 'new'; readonly body: string }
  | { readonly is: 'change'; readonly comment: SeenComment; readonly body: string }
  | { readonly is: 'delete'; readonly comment: SeenComment }
)

/** Writes a comment, and reads the thread again, whatever became of it. */
export function useCommentWrite(service: Service, model: string, id: number) {
  const client = useQueryClient()
  return useMutation<Comment | void, Error, CommentWrite>({
    mutationFn: (write) => {
      if (write.is === 'new') return service.comment(model, id, { body: write.body }, write.key)
      if (write.is === 'change') return service.changeComment(model, id, write.comment, write.body, write.key)
      return service.removeComment(model, id, write.comment, write.key)
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.model(commentsOf(model)) }),
  })
}
