import type { DragEvent, ReactNode } from 'react'
import { tagsOf } from '../../../field/tagsOf.ts'
import { Icon } from '../../../component/Icon.tsx'
import { Tags } from '../../../component/Tags.tsx'
import { cellProps } from '../../../grid/cellProps.ts'
import type { LinePlace } from '../../../grid/GridProps.ts'
import type { FigureOf } from '../../../chart/groupHeads.ts'
import type { Column } from '../../../meta/columns.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { lookOfFigure } from './figuresOf.ts'
import { FigureText } from './FigureText.tsx'
import type { GroupNode } from './useHeads.ts'

/** What the head of a group shows, and what can be done with it. */
export interface GroupHeadProps {
  readonly node: GroupNode
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly figures: readonly FigureOf[]
  readonly isOpen: boolean
  /** How much of it is selected. */
  readonly selected: 'all' | 'some' | 'none'
  readonly onFold: () => void
  readonly onSelect: () => void
  /** Takes a row that is dropped here, if rows can be. */
  readonly onDrop?: (() => void) | undefined
}

/** The head of a group as a line of the grid: its figures stand below those of the columns. */
export function GroupHead(props: GroupHeadProps & LinePlace) {
  const { node, columns, figures, isOpen, onFold, index, cursor, onMove } = props
  const at = (column: Column) => figures.findIndex(({ path }) => path === column.path)
  const first = columns.findIndex((column, place) => place > 0 && at(column) >= 0)
  const span = first < 0 ? columns.length : first
  return (
    <tr
      className="grid-group"
      aria-rowindex={index + 2}
      aria-level={node.level + 1}
      aria-expanded={isOpen}
      data-level={node.level}
      {...dropProps(props.onDrop)}
    >
      <td className="grid-check" {...cellProps(cursor, index, 0, onMove)}>
        <GroupBox {...props} />
      </td>
      {/* A press anywhere on the name folds, as the button in it does. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The grid takes the keys. */}
      <td className="grid-group-name" colSpan={span} onClick={onFold} {...cellProps(cursor, index, 1, onMove, span)}>
        <GroupName {...props} />
      </td>
      {columns.slice(span).map((column, place) => (
        <td
          key={column.path}
          className={lookOfFigure(column, figures[at(column)])}
          {...cellProps(cursor, index, span + 1 + place, onMove)}
        >
          <FigureText value={node.figures[at(column)]} />
        </td>
      ))}
    </tr>
  )
}

/** The head of a group on a narrow screen, with its first figure. */
export function GroupCard(props: GroupHeadProps) {
  const { node, isOpen, onFold } = props
  return (
    <li className="card-group" data-level={node.level}>
      <label className="card-check">
        <GroupBox {...props} />
      </label>
      <button type="button" className="card-fold" aria-expanded={isOpen} onClick={onFold}>
        <GroupName {...props} />
      </button>
      <FigureText value={node.figures[0]} />
    </li>
  )
}

function GroupName({ node, model, isOpen }: GroupHeadProps): ReactNode {
  const { words } = useShell()
  const tags = node.field.by || typeof node.value !== 'string' ? [] : tagsOf(node.value, node.field.field, words)
  return (
    <span className="group-name">
      <Icon name={isOpen ? 'open' : 'forward'} />
      {tags.length > 0 ? <Tags tags={tags} /> : <bdi className="group-title">{node.title}</bdi>}
      <span className="group-count">{words.columns.wouldBe(node.count, model)}</span>
    </span>
  )
}

function GroupBox({ node, model, selected, onSelect }: GroupHeadProps) {
  const { words } = useShell()
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={words.grid.selectGroup(node.title, node.count, model)}
      ref={(box) => {
        if (box) box.indeterminate = selected === 'some'
      }}
      checked={selected === 'all'}
      onChange={onSelect}
    />
  )
}

function dropProps(onDrop: (() => void) | undefined) {
  if (!onDrop) return {}
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      event.currentTarget.dataset['over'] = ''
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => delete event.currentTarget.dataset['over'],
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      delete event.currentTarget.dataset['over']
      onDrop()
    },
  }
}
