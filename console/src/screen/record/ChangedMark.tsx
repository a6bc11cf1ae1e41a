import { showValue } from '../../field/kinds.ts'
import type { FieldMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** A dot beside a field that was changed: it says what was there, and takes the change back. */
export function ChangedMark({
  field,
  base,
  onTakeBack,
}: {
  readonly field: FieldMeta
  /** The record as it was read. */
  readonly base: RecordJson
  readonly onTakeBack: () => void
}) {
  const { words, formats } = useShell()
  const was = field.secret ? words.merge.secret : words.record.was(showValue(base[field.name], field, formats, base))
  return (
    <button
      type="button"
      className="changed"
      title={`${was} (F8)`}
      aria-label={`${words.record.takeBack}. ${was}`}
      aria-keyshortcuts="F8"
      tabIndex={-1}
      onClick={onTakeBack}
    >
      <span className="changed-dot" aria-hidden="true" />
      <span aria-hidden="true">{words.record.takeBack}</span>
    </button>
  )
}
