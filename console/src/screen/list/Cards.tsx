import { toUrl } from '../../route/toUrl.ts'
import type { GridRow } from '../../grid/Grid.tsx'
import { isSelected, type Selection, type SelectionStep } from '../../grid/selection.ts'
import type { Column } from '../../meta/columns.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** How many fields a card shows beside its title. */
const shown = 3

/** The rows of a grid on a narrow screen: a card each, with its title and a few of its cells. */
export function Cards({
  model,
  columns,
  rows,
  selection,
  onSelect,
}: {
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly rows: readonly GridRow[]
  readonly selection: Selection
  readonly onSelect: (step: SelectionStep) => void
}) {
  const { words } = useShell()
  const title = columns.findIndex(({ isTitle }) => isTitle)
  const fields = columns.flatMap(({ path, label }, at) => (at === title ? [] : [{ path, label, at }])).slice(0, shown)
  return (
    <ul className="cards" aria-label={model.label}>
      {rows.map((row) => (
        <li
          key={row.id}
          className="card"
          data-selected={isSelected(selection, row.id) || undefined}
          data-outside={row.isOutside || undefined}
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
      ))}
    </ul>
  )
}
