import { useState } from 'react'
import { type Chip, type TestChip } from '../../criteria/Chip.ts'
import { firstTest } from '../../criteria/testsOf.ts'
import { filterFields, valueField } from '../../criteria/valueField.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { PickList } from '../PickList.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
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
}

/** Makes or changes a chip: first the field, then what is asked of it. */
export function FilterPanel({ chip, isOwn = false, ...rest }: FilterPanelProps) {
  const { find } = useSession()
  const [now, setNow] = useState(chip)
  if (now === undefined) return <FieldStep model={rest.model} isOwn={isOwn} onChoose={setNow} />
  const field = now.kind === 'test' ? valueField(rest.model, now.path, find) : undefined
  if (now.kind === 'json' || !field) return <JsonEditor chip={now} onApply={rest.onApply} onCancel={rest.onCancel} />
  return <TestEditor {...rest} chip={now} field={field} />
}

function FieldStep({
  model,
  isOwn,
  onChoose,
}: {
  readonly model: ModelMeta
  readonly isOwn: boolean
  readonly onChoose: (chip: Chip) => void
}) {
  const { words } = useShell()
  const { find } = useSession()
  const fields = filterFields(model, isOwn ? () => undefined : find)
  const choose = (path: string) => {
    const end = valueField(model, path, find)
    const test = end && firstTest(end.field)
    if (test) onChoose({ kind: 'test', path, test, values: [], orMissing: false } satisfies TestChip)
  }
  return (
    <>
      <PickList
        label={words.criteria.field}
        find={words.criteria.findField}
        clear={words.list.clear}
        none={words.criteria.noField}
        picks={fields.map(({ path, label }) => ({ id: path, label }))}
        onPick={choose}
      />
      <div className="panel-actions">
        <Button
          weight="quiet"
          small
          icon={<Icon name="json" size={14} />}
          onPress={() => onChoose({ kind: 'json', text: '' })}
        >
          {words.criteria.asJson}
        </Button>
      </div>
    </>
  )
}
