import type { Draft } from '../../draft/Draft.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { ChangedMark } from './ChangedMark.tsx'
import '../../component/explain/why.css'

/** What stands beside the label of a field: a lock that says why it may not be changed, or that it was changed. */
export function FieldMark({
  field,
  draft: { base, edits },
  canWrite,
  onTakeBack,
  onWhy,
}: {
  readonly field: FieldMeta
  readonly draft: Draft
  readonly canWrite: boolean
  readonly onTakeBack: () => void
  readonly onWhy: () => void
}) {
  const { words } = useShell()
  if (!canWrite)
    return (
      <button type="button" className="locked" aria-label={words.record.mayNot(field.label)} onClick={onWhy}>
        <Icon name="lock" size={14} />
      </button>
    )
  const isChanged = base !== undefined && edits[field.name] !== undefined
  return isChanged ? <ChangedMark field={field} base={base[field.name]} onTakeBack={onTakeBack} /> : null
}
