import { type KeyboardEvent, useState } from 'react'
import { type Chip, type GroupChip, withoutEmpty } from '../../criteria/Chip.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Button } from '../Button.tsx'
import { type FilterAbout, FilterGroup } from './FilterGroup.tsx'
import { onApplyKey } from './onApplyKey.ts'

/** Changes a group of filters in the panel of its chip. */
export function FilterGroupEditor({
  chip,
  onApply,
  onCancel,
  ...about
}: FilterAbout & {
  readonly chip: GroupChip
  readonly onApply: (chip: Chip) => void
  readonly onCancel: () => void
}) {
  const { words } = useShell()
  const [group, setGroup] = useState(chip)
  const [filled] = withoutEmpty([group])
  const apply = () => filled && onApply(filled)
  // The panels of its lines are children in React, though not in the document: their keys are their own.
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) onApplyKey(event, apply)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The key of its main button.
    <div className="panel-form" onKeyDownCapture={onKey}>
      <FilterGroup {...about} group={group} onChange={setGroup} />
      <div className="panel-actions">
        <Button small onPress={onCancel}>
          {words.criteria.cancel}
        </Button>
        <Button small weight="primary" isDisabled={!filled} onPress={apply}>
          {words.criteria.apply}
        </Button>
      </div>
    </div>
  )
}
