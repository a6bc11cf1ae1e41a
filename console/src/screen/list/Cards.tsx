import { Fragment, type ReactNode } from 'react'
import { kindOf } from '../../field/kinds.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { GridGroups, GridRow } from '../../grid/GridProps.ts'
import { isSelected, type Selection, type SelectionStep } from '../../grid/selection.ts'
import type { Column } from '../../meta/columns.ts'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { stepFieldOf } from '../../meta/stepFieldOf.ts'
import { useShell } from '../../shell/Shell.tsx'

interface CardsProps {
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly rows: readonly GridRow[]
  readonly selection: Selection
  readonly onSelect: (step: SelectionStep) => void
  readonly groups: GridGroups | undefined
}

/** The rows of a grid on a narrow screen: a card each, with its title and a few of its cells. */
export function Cards(props: CardsProps) {
  const { model, rows, groups } = props
  return (
    <ul className="cards" aria-label={manyOf(model)}>
      {groups
        ? groups.lines.map((line) =>
            'row' in line ? (
              <Card key={line.row.id} {...props} row={line.row} />
            ) : (
              <Fragment key={line.key}>{line.drawCard()}</Fragment>
            ),
          )
        : rows.map((row) => <Card key={row.id} {...props} row={row} />)}
    </ul>
  )
}

function Card({ model, columns, row, rows, selection, onSelect }: CardsProps & { readonly row: GridRow }) {
  const { words } = useShell()
  const { title, step, figure, fields } = partsOf(columns, model)
  const value = (at: number | undefined) => (at === undefined ? null : (row.cells[at] ?? null))
  return (
    <li
      className="card"
      data-selected={isSelected(selection, row.id) || undefined}
      data-outside={row.isOutside || undefined}
      data-color={row.color}
    >
      <label className="card-check">
        <input
          type="checkbox"
          aria-label={words.list.select(row.title)}
          checked={isSelected(selection, row.id)}
          onChange={() => onSelect({ does: 'toggle', row, rows })}
        />
      </label>
      <div className="card-text">
        <span className="card-title">
          {value(title) ?? (
            <a className="grid-title" href={toUrl({ screen: 'record', model: model.name, id: row.id })}>
              {row.title}
            </a>
          )}
        </span>
        <CardValue column={step === undefined ? undefined : columns[step]} isEnd>
          {value(step)}
        </CardValue>
        <span className="card-fields">
          {fields.map((at) => (
            <CardValue key={columns[at]?.path} column={columns[at]}>
              {value(at)}
            </CardValue>
          ))}
        </span>
        <CardValue column={figure === undefined ? undefined : columns[figure]} isEnd>
          {value(figure)}
        </CardValue>
      </div>
    </li>
  )
}

/** A value of a card. What it is of is told where the value alone does not say it, and always to screen readers. */
function CardValue({
  column,
  isEnd = false,
  children,
}: {
  readonly column: Column | undefined
  readonly isEnd?: boolean
  readonly children: ReactNode
}) {
  if (!column) return null
  const isPlain = isEnd || saysItself.has(column.field.result?.type ?? column.field.type)
  return (
    <span className={isEnd ? 'card-end' : 'card-field'}>
      <span className={isPlain ? 'visually-hidden' : 'card-label'}>{column.label} </span>
      <span className="card-value">{children}</span>
    </span>
  )
}

/** The types whose values say what they are. */
const saysItself: ReadonlySet<string> = new Set(['reference', 'text', 'choice', 'choices', 'links', 'series'])

/** What a card is made of: its title and step above, two fields and a figure below, each as the place of a column. */
function partsOf(columns: readonly Column[], model: ModelMeta) {
  const title = columns.findIndex(({ isTitle }) => isTitle)
  const others = columns.flatMap((column, at) => (at === title ? [] : [{ ...column, at }]))
  const named = stepFieldOf(model)?.name
  const step = others.find(({ path }) => path === named) ?? others.find(({ field }) => field.type === 'choice')
  const figure = others.findLast(({ field, at }) => at !== step?.at && kindOf(field).aligned === 'end')
  const fields = others.filter(({ at }) => at !== step?.at && at !== figure?.at).slice(0, 2)
  return { title, step: step?.at, figure: figure?.at, fields: fields.map(({ at }) => at) }
}
