import { writePlace } from '../../address/writePlace.ts'
import { isSelected, type Selection, type SelectionStep } from '../../grid/selection.ts'
import { type Column, valueAt } from '../../meta/columns.ts'
import { type Json, type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import type { Page } from '../../service/Service.ts'
import { useShell } from '../Shell.tsx'
import { Cell } from './Cell.tsx'

/** How many fields a card shows beside its title. */
const shown = 3

/** A page of records on a narrow screen: a card each, with its title and a few fields. */
export function Cards({
  model,
  columns,
  page,
  selection,
  onSelect,
}: {
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly page: Page
  readonly selection: Selection
  readonly onSelect: (step: SelectionStep) => void
}) {
  const { words } = useShell()
  const fields = columns.filter(({ isTitle }) => !isTitle).slice(0, shown)
  return (
    <ul className="cards" aria-label={model.label}>
      {page.records.map((record) => (
        <li key={record.id} className="card" data-selected={isSelected(selection, record.id) || undefined}>
          <label className="card-check">
            <input
              type="checkbox"
              aria-label={words.list.select(titleOf(model, record))}
              checked={isSelected(selection, record.id)}
              onChange={() => onSelect({ does: 'toggle', row: record, rows: page.records })}
            />
          </label>
          <div className="card-text">
            <a className="grid-title" href={writePlace({ screen: 'record', model: model.name, id: record.id })}>
              {titleOf(model, record)}
            </a>
            {fields.length === 0 ? null : (
              <dl>
                {fields.map((column) => (
                  <div key={column.path}>
                    <dt>{column.label}</dt>
                    <dd>
                      <Cell column={column} value={valueAt(record, column.path) as Json | undefined} href={undefined} />
                    </dd>
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
