import type { Draft } from '../../draft/Draft.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { ChangedMark } from './ChangedMark.tsx'
import { PinMark } from './PinMark.tsx'
import '../../component/explain/why.css'

/** What stands beside the label of a field: a lock that says why it may not be changed, or that it was changed. */
export function FieldMark({
  field,
  draft: { base, edits },
  canWrite,
  isStop = false,
  isPinned = false,
  onPin,
  onTakeBack,
  onWhy,
}: {
  readonly field: FieldMeta
  readonly draft: Draft
  readonly canWrite: boolean
  /** Whether Tab stops at a lock in any case, since the editor beside it may not have the focus. */
  readonly isStop?: boolean
  readonly isPinned?: boolean | undefined
  /** Keeps the value for the next new record, or does so no more; undefined where there is none. */
  readonly onPin?: (() => void) | undefined
  readonly onTakeBack: () => void
  readonly onWhy: () => void
}) {
  const { words } = useShell()
  if (!canWrite)
    return (
      <button
        type="button"
        className="locked"
        aria-label={words.record.mayNot(field.label)}
        aria-keyshortcuts="F8"
        // A field is one stop of Tab: this one, where its input can't have the focus.
        tabIndex={isStop || hasMenu(field) ? 0 : -1}
        onClick={onWhy}
      >
        <Icon name="lock" size={14} />
      </button>
    )
  if (onPin && base === undefined) return <PinMark field={field} isPinned={isPinned} onPin={onPin} />
  const isChanged = base !== undefined && edits[field.name] !== undefined
  return isChanged ? <ChangedMark field={field} base={base} onTakeBack={onTakeBack} /> : null
}

/** Whether its input is a menu, which is disabled where it may not be changed. */
function hasMenu({ type, required }: FieldMeta): boolean {
  return type === 'choice' || type === 'choices' || (type === 'boolean' && !required)
}
