import { Fragment } from 'react'
import { toUrl } from '../../route/toUrl.ts'
import type { GridGroups, GridRow } from '../../grid/GridProps.ts'
import { isSelected, type Selection, type SelectionStep } from '../../grid/selection.ts'
import type { Column } from '../../meta/columns.ts'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** How many fields a card shows beside its title. */
const shown = 3

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
  const title = columns.findIndex(({ isTitle }) => isTitle)
  const fields = columns.flatMap(({ path, label }, at) => (at === title ? [] : [{ path, label, at }])).slice(0, shown)
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
        {row.cells[title] ?? (
          <a className="grid-title" href={toUrl({ screen: 'record', model: model.name, id: row.id })}>
            {row.title}
          </a>
        )}
        {fields.length === 0 ? null : (
          <dl>
            {fields.map(({ path, label, at }) => (
              <div key={path}>
                <dt>{label}</dt>
                <dd>{row.cells[at]}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}
