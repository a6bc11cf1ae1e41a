import { showValue } from '../../field/kinds.ts'
import type { FieldMeta, Json } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** A dot beside a field that was changed: it says what was there, and takes the change back. */
export function ChangedMark({
  field,
  base,
  onTakeBack,
}: {
  readonly field: FieldMeta
  readonly base: Json | undefined
  readonly onTakeBack: () => void
}) {
  const { words, formats } = useShell()
  const was = field.secret ? words.merge.secret : words.record.was(showValue(base, field, formats))
  return (
    <button
      type="button"
      className="changed"
      title={was}
      aria-label={`${words.record.takeBack}. ${was}`}
      onClick={onTakeBack}
    >
      <span className="changed-dot" aria-hidden="true" />
      <span aria-hidden="true">{words.record.takeBack}</span>
    </button>
  )
}
