import { useState } from 'react'
import type { Chip } from '../../criteria/Chip.ts'
import { valueField } from '../../criteria/valueField.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useSession } from '../../shell/Shell.tsx'
import { FilterGroupEditor } from './FilterGroupEditor.tsx'
import { FieldStep } from './FieldStep.tsx'
import { JsonEditor } from './JsonEditor.tsx'
import { TestEditor } from './TestEditor.tsx'

/** What a filter panel is about. */
export interface FilterPanelProps {
  readonly model: ModelMeta
  readonly q: string
  /** The other chips: records are counted among those that meet them. */
  readonly others: readonly Chip[]
  /** The chip to change; undefined for a new one. */
  readonly chip: Chip | undefined
  /** Whether the criteria are those of a rule, which knows more variables. */
  readonly dialect?: 'rule'
  /** Whether they may ask only for fields of the record itself. */
  readonly isOwn?: boolean
  readonly onApply: (chip: Chip) => void
  readonly onCancel: () => void
  /** Opens the filter in groups; undefined where there is none. */
  readonly onGroups?: (() => void) | undefined
}

/** Makes or changes a chip: first the field, then what is asked of it. */
export function FilterPanel({ chip, isOwn = false, onGroups, ...rest }: FilterPanelProps) {
  const { find } = useSession()
  const [now, setNow] = useState(chip)
  if (now === undefined)
    return <FieldStep model={rest.model} {...{ isOwn, onGroups }} onChoose={setNow} onApply={rest.onApply} />
  if (now.kind === 'group') return <FilterGroupEditor {...{ ...rest, isOwn, FilterPanel }} chip={now} />
  const field = now.kind === 'test' ? valueField(rest.model, now.path, find) : undefined
  if (now.kind === 'json' || !field) return <JsonEditor chip={now} onApply={rest.onApply} onCancel={rest.onCancel} />
  return <TestEditor {...rest} chip={now} field={field} />
}
