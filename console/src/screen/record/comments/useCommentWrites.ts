import { useRef } from 'react'
import { type CommentWrite, useCommentWrite } from '../../../query/commentQueries.ts'
import { useShell } from '../../../shell/Shell.tsx'

type Unkeyed<Write> = Write extends unknown ? Omit<Write, 'key'> : never

/** Sends writes of comments. The same one has the same key, so that a second attempt is done once. */
export function useCommentWrites(model: string, id: number) {
  const { service, newKey } = useShell()
  const { mutate, isPending, error } = useCommentWrite(service, model, id)
  const tried = useRef({ text: '', key: '' })
  return {
    isBusy: isPending,
    failed: error,
    write: (what: Unkeyed<CommentWrite>, done?: () => void) => {
      const text = JSON.stringify(what)
      if (tried.current.text !== text) tried.current = { text, key: newKey() }
      mutate(
        { ...what, key: tried.current.key },
        {
          onSuccess: () => {
            tried.current = { text: '', key: '' }
            done?.()
          },
        },
      )
    },
  }
}
