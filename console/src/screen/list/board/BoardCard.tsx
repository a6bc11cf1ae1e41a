import { memo } from 'react'
import type { Card } from '../../../board/moves.ts'
import { Button } from '../../../component/Button.tsx'
import type { FoundColor } from '../../../component/color/useColors.ts'
import { Icon } from '../../../component/Icon.tsx'
import { Menu, type MenuLine } from '../../../component/Menu.tsx'
import { ShownValue } from '../../../component/ShownValue.tsx'
import { type Column, ownerAt, valueAt } from '../../../meta/columns.ts'
import { type Json, type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { BoardParts } from './boardParts.ts'

interface BoardCardProps {
  readonly model: ModelMeta
  readonly parts: BoardParts
  readonly record: RecordJson
  readonly move: Card['move']
  readonly isCursor: boolean
  readonly isSelected: boolean
  /** Whether it is in the hand, by keys or under the pointer. */
  readonly held: 'keys' | 'pointer' | undefined
  readonly isMarked: boolean
  /** Its colour by a condition of the view. */
  readonly color: FoundColor | undefined
  /** What says how cards are moved. */
  readonly help: string
  /** The lines of its menu while that is open. */
  readonly lines: readonly MenuLine[]
  readonly onMenu: (id: number, isOpen: boolean) => void
}

/** A record on a board: a link to it, with a menu that moves it. It changes only with what it shows. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { model, record, move, isCursor, isSelected, held, isMarked, help, lines, onMenu } = props
  const { words } = useShell()
  const title = titleOf(model, record)
  const colored = coloredIn(props)
  return (
    <div
      className="board-card"
      data-card={record.id}
      data-sent={move !== undefined || undefined}
      data-held={held}
      data-selected={isSelected || undefined}
      data-marked={isMarked || undefined}
      data-color={colored === undefined ? props.color?.color : undefined}
      aria-busy={move !== undefined || undefined}
    >
      <a
        className="board-link"
        href={toUrl({ screen: 'record', model: model.name, id: record.id })}
        tabIndex={isCursor ? 0 : -1}
        draggable={false}
        aria-describedby={isCursor ? help : undefined}
      >
        <Face {...props} title={title} />
        {isSelected ? <span className="visually-hidden">, {words.board.selected}</span> : null}
      </a>
      <Menu
        label={words.board.menu(title)}
        lines={lines}
        onOpenChange={(isOpen) => onMenu(record.id, isOpen)}
        trigger={
          <Button
            weight="quiet"
            small
            icon={<Icon name="more" />}
            aria-label={words.board.menu(title)}
            excludeFromTabOrder={!isCursor}
          />
        }
      />
      {move?.isLost ? <p className="board-lost">{words.board.lost}</p> : null}
    </div>
  )
})

/** The field that has the colour of a card: none where the whole card has it, or does not show the field. */
function coloredIn({ color, parts: { figure, others } }: BoardCardProps): Column | undefined {
  return color?.on === 'row' ? undefined : [figure, ...others].find((column) => column && column.path === color?.field)
}

/** What a card says: its title and a figure, and below them two fields a line. */
function Face({ title, ...props }: BoardCardProps & { readonly title: string }) {
  const { parts, record, color } = props
  const { figure, others } = parts
  const colored = coloredIn(props)
  const valueOf = (column: Column | undefined) =>
    column ? <Value {...{ column, record }} color={column === colored ? color : undefined} /> : null
  const lines = others.flatMap((column, index) => (index % 2 === 0 ? [[column, others[index + 1]]] : []))
  return (
    <>
      <span className="board-line">
        <bdi className="board-title" title={title}>
          {title}
        </bdi>
        {valueOf(figure)}
      </span>
      {lines.map(([first, second]) => (
        <span key={first?.path} className="board-line">
          {valueOf(first)}
          {valueOf(second)}
        </span>
      ))}
    </>
  )
}

/** A value of a card; a missing one is empty. */
function Value({
  column: { path, field, label },
  record,
  color,
}: {
  readonly column: Column
  readonly record: RecordJson
  readonly color: FoundColor | undefined
}) {
  const value = valueAt(record, path) as Json | undefined
  const isMissing = value === null || value === undefined || value === ''
  return (
    <bdi
      className={color ? 'board-value list-colored' : 'board-value'}
      data-color={color?.color}
      data-on={color?.on}
      title={label}
    >
      {isMissing ? null : <ShownValue value={value} field={field} record={ownerAt(record, path)} />}
    </bdi>
  )
}
