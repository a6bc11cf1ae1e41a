import { useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Initials } from '../../../component/Initials.tsx'
import { Markdown } from '../../../component/Markdown.tsx'
import type { Person } from '../../../field/mentions.ts'
import type { Comment } from '../../../service/CommentsService.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { CommentBox } from './CommentBox.tsx'

interface CommentLineProps {
  readonly comment: Comment
  /** The label of the field that it is about. */
  readonly about: string | undefined
  readonly people: readonly Person[]
  readonly mayChange: boolean
  readonly mayDelete: boolean
  readonly isBusy: boolean
  readonly onChange: (body: string, done: () => void) => void
  readonly onDelete: () => void
}

/** One comment: who said what, when; and the way to change or delete it. */
export function CommentLine(props: CommentLineProps) {
  const { comment, about, people, isBusy, onChange } = props
  const { words, formats } = useShell()
  const [state, setState] = useState<'shown' | 'edited' | 'asked'>('shown')
  const who = comment.createdBy?.name ?? comment.createdBy?.username ?? words.value.somebody
  const mentioned = (comment.mentions ?? []).map(({ username }) => username)
  const notes = [
    formats.dateTime(comment.createdOn),
    ...(comment.version > 0 ? [words.comments.edited] : []),
    ...(about === undefined ? [] : [words.comments.about(about)]),
  ]
  return (
    <li className="comment">
      <Initials name={who} />
      <p className="comment-head">
        <strong>{who}</strong> <span className="dim">{notes.join(' · ')}</span>
      </p>
      {state === 'edited' ? (
        <CommentBox
          label={words.comments.edit}
          initial={comment.body}
          send={words.record.save}
          isBusy={isBusy}
          people={people}
          onSend={(body) => onChange(body, () => setState('shown'))}
          onCancel={() => setState('shown')}
        />
      ) : (
        <div className="comment-body">
          <Markdown text={comment.body} mentioned={mentioned} />
        </div>
      )}
      {state === 'edited' ? null : <CommentWays {...props} isAsked={state === 'asked'} onState={setState} />}
    </li>
  )
}

/** What may be done with a comment. A delete is asked about first. */
function CommentWays({
  mayChange,
  mayDelete,
  isBusy,
  isAsked,
  onDelete,
  onState,
}: CommentLineProps & {
  readonly isAsked: boolean
  readonly onState: (state: 'shown' | 'edited' | 'asked') => void
}) {
  const { words } = useShell()
  if (!mayChange && !mayDelete) return null
  return (
    <div className="comment-actions">
      {isAsked ? (
        <>
          <span>{words.comments.sure}</span>
          <Button small weight="danger" isDisabled={isBusy} onPress={onDelete}>
            {words.record.delete}
          </Button>
          <Button small onPress={() => onState('shown')}>
            {words.remove.cancel}
          </Button>
        </>
      ) : (
        <>
          {mayChange ? (
            <Button small weight="quiet" onPress={() => onState('edited')}>
              {words.comments.edit}
            </Button>
          ) : null}
          {mayDelete ? (
            <Button small weight="quiet" onPress={() => onState('asked')}>
              {words.record.delete}
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}
