import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { type ModelMeta, titleOf } from '../../../meta/ModelMeta.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { Refused } from './toRefused.ts'

/** Why a card went back, and what can be done: it stands at the card, or above the board where that is out of sight. */
export function CardNote({
  model,
  refused,
  isApart,
  onAgain,
  onMend,
  onClose,
}: {
  readonly model: ModelMeta
  readonly refused: Refused
  /** Whether its card is not in sight, so that it is named. */
  readonly isApart: boolean
  /** Moves it all the same; undefined where it may not go there any more. */
  readonly onAgain: (() => void) | undefined
  readonly onMend: () => void
  readonly onClose: () => void
}) {
  const { words } = useShell()
  const { record, text, isMoved, field } = refused
  const title = titleOf(model, record)
  return (
    <div className="board-note" role="alert">
      <p>
        {isApart ? <strong>{title}: </strong> : null}
        {text}
      </p>
      <div className="board-note-actions">
        {field === undefined ? (
          <a href={toUrl({ screen: 'record', model: model.name, id: record.id })}>{words.home.show}</a>
        ) : (
          <Button small onPress={onMend}>
            {words.board.mend}
          </Button>
        )}
        {isMoved && onAgain ? (
          <Button small onPress={onAgain}>
            {words.board.moveAnyway}
          </Button>
        ) : null}
        <Button weight="quiet" small icon={<Icon name="clear" />} aria-label={words.list.clear} onPress={onClose} />
      </div>
    </div>
  )
}
