import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import './pin-mark.css'

/** Keeps the value of a field for the next new record. It is no stop of Tab: F8 in the field presses it. */
export function PinMark({
  field,
  isPinned,
  onPin,
}: {
  readonly field: FieldMeta
  readonly isPinned: boolean
  readonly onPin: () => void
}) {
  const { words } = useShell()
  const label = words.record.pin(field.label)
  return (
    <button
      type="button"
      className="pin"
      title={`${label} (F8)`}
      aria-label={label}
      aria-pressed={isPinned}
      aria-keyshortcuts="F8"
      tabIndex={-1}
      onClick={onPin}
    >
      <Icon name="pin" size={14} />
    </button>
  )
}
