import type { BoardColumn } from '../../../board/BoardColumn.ts'
import type { Drop } from '../../../board/dropOf.ts'
import { Icon } from '../../../component/Icon.tsx'
import { Tag } from '../../../component/Tags.tsx'
import { showValue } from '../../../field/kinds.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { Figures } from './BoardFigures.ts'

/** What a column is to the cards in hand. */
export type ColumnState = 'rest' | 'from' | 'can' | 'cannot' | 'over'

/** What a column, or a lane, is called: a tag if it is one of few values. */
export function ColumnName({ column }: { readonly column: BoardColumn }) {
  return column.tag ? <Tag tag={column.tag} /> : <bdi className="board-name">{column.label}</bdi>
}

/** How many records there are, and their sum. */
export function ShownFigures({
  figures: { count, sum },
  field,
}: {
  readonly figures: Figures
  readonly field: FieldMeta | undefined
}) {
  const { words, formats } = useShell()
  const figure = field && sum !== undefined && sum !== null ? showValue(sum, field, formats) : undefined
  return (
    <>
      <span className="board-count">{formats.number(String(count))}</span>
      {field && figure !== undefined ? (
        <span className="board-figure" title={words.board.sum(field.label, figure)}>
          {figure}
        </span>
      ) : null}
    </>
  )
}

/** What dropping here does, or why nothing can be dropped: it stands in the column, and not under a pointer. */
export function DropPlace({ column, drop }: { readonly column: BoardColumn; readonly drop: Drop | undefined }) {
  const { words } = useShell()
  if (!drop || drop.is === 'same') return null
  if (drop.is === 'cannot')
    return (
      <p className="board-reason">
        <Icon name="lock" />
        <span>{drop.why}</span>
      </p>
    )
  const lines = drop.is === 'run' ? [drop.offered.action.help] : notesOf(drop, column, words)
  return (
    <div className="board-drop">
      <strong>
        {drop.is === 'run' ? <Icon name="act" size={14} /> : null}
        {drop.is === 'run' ? words.board.dropRun(drop.offered.action.label) : words.board.dropSet(column.label)}
      </strong>
      <span>{lines.join(' ')}</span>
    </div>
  )
}

/** What there is to know of an update before it is made. */
function notesOf(
  { some, isFinal, isForGood }: Extract<Drop, { is: 'set' }>,
  { label }: BoardColumn,
  words: ReturnType<typeof useShell>['words'],
): string[] {
  return [
    ...(some ? [words.board.dropSome(some.many, some.of)] : []),
    ...(isFinal ? [words.undo.final(label)] : []),
    ...(isForGood ? [words.undo.forGood] : isFinal ? [words.board.undoable] : []),
  ]
}

/** What a column says to the cards in hand, as it is read aloud. */
export function dropWords(drop: Drop | undefined, column: BoardColumn, words: ReturnType<typeof useShell>['words']) {
  if (!drop || drop.is === 'same') return words.board.dropBack
  if (drop.is === 'cannot') return drop.why
  if (drop.is === 'run') return words.board.dropRun(drop.offered.action.label)
  return [words.board.dropSet(column.label), ...notesOf(drop, column, words)].join('. ')
}
