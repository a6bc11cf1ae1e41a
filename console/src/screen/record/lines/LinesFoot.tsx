import { ShownValue } from '../../../component/ShownValue.tsx'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { LineFigures } from './useLineFigures.ts'

/** The sums below the lines, and whether they are saved. */
export function LinesFoot({
  columns,
  figures: { sums, state },
}: {
  readonly columns: readonly FieldMeta[]
  readonly figures: LineFigures
}) {
  const { words } = useShell()
  if (sums.length === 0) return null
  const notes = {
    saved: '',
    wouldBe: words.lines.wouldBe,
    counting: words.lines.counting,
    asSaved: words.lines.asSaved,
  }
  return (
    <tfoot>
      {sums.map(({ field, column, value }) => {
        const at = columns.findIndex(({ name }) => name === column)
        return (
          <tr key={field.name} className="line-sum">
            <td colSpan={at + 1}>{field.label}</td>
            <td data-aligned="end" data-state={state}>
              <output>
                {value === undefined || value === null ? null : <ShownValue value={value} field={field} />}
              </output>
            </td>
            <td colSpan={columns.length - at} />
          </tr>
        )
      })}
      <tr className="line-note">
        <td colSpan={columns.length + 1} role="status">
          {notes[state]}
        </td>
        <td />
      </tr>
    </tfoot>
  )
}
