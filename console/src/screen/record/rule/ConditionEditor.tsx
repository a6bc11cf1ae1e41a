import { useState } from 'react'
import type { Chip } from '../../../criteria/Chip.ts'
import { describeChip } from '../../../criteria/describeChip.ts'
import { readWhere } from '../../../criteria/readWhere.ts'
import { writeChip, writeWhere } from '../../../criteria/writeWhere.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { TextField } from '../../../component/Field.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Panel } from '../../../component/Panel.tsx'
import { FilterChip } from '../../../component/filter/FilterChip.tsx'
import { FilterPanel } from '../../../component/filter/FilterPanel.tsx'
import { useChipContext } from '../../../shell/useChipContext.ts'
import type { FieldPart } from '../fieldPart.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import './rule.css'
import '../../../component/filter/filter.css'

/** What a condition is about, and which criteria it may have. */
interface ConditionProps extends FieldPart {
  /** Whether it knows the variables of a rule. */
  readonly dialect?: 'rule'
  /** Whether it may ask only for fields of the record itself. */
  readonly isOwn?: boolean
}

/** Which records something is about: chips as in the filter of a list, or JSON if there are several models. */
export function ConditionEditor({ model, ...part }: ConditionProps & { readonly model: ModelMeta | undefined }) {
  const { words } = useShell()
  if (model) return <Chips {...part} model={model} />
  const { field, dialect, isOwn: _, text, onText, ...common } = part
  return (
    <TextField
      {...common}
      label={dialect === 'rule' ? words.rule.which : field.label}
      help={words.rule.conditionJson}
      value={text}
      onChange={onText}
      lines={4}
      mono
    />
  )
}

type ChipsProps = ConditionProps & { readonly model: ModelMeta }

function Chips(props: ChipsProps) {
  const { model, field, dialect, text, onText, fault, readOnly, mark } = props
  const { words } = useShell()
  const chips = readWhere(text)
  const context = { ...useChipContext(model, chips), user: words.access.theUser }
  const set = (next: readonly Chip[]) => onText(writeWhere(next))
  return (
    <fieldset className="rule-part">
      <legend className="field-head">
        <span className="rule-title">{dialect === 'rule' ? words.rule.which : field.label}</span>
        {mark}
      </legend>
      <p className="field-help">{chips.length === 0 ? words.rule.allRecords : words.rule.condition}</p>
      <div className="filter">
        {chips.map((chip, index) => {
          const others = chips.filter((_, at) => at !== index)
          const description = describeChip(chip, context)
          if (readOnly)
            return (
              <span key={writeChip(chip)} className="chip rule-chip">
                {[description.label, description.test, description.value].join(' ')}
              </span>
            )
          const replace = (next: Chip) => set(chips.map((each, at) => (at === index ? next : each)))
          return (
            <FilterChip
              key={writeChip(chip)}
              chip={chip}
              description={description}
              fault={undefined}
              edit={(onDone) => <ConditionPanel {...{ ...props, chip, others, onDone }} onApply={replace} />}
              onRemove={() => set(others)}
            />
          )
        })}
        {readOnly ? null : <AddCondition {...props} chips={chips} onAdd={(next) => set([...chips, next])} />}
      </div>
      {fault ? (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </fieldset>
  )
}

function AddCondition({
  chips,
  onAdd,
  ...props
}: ChipsProps & { readonly chips: readonly Chip[]; readonly onAdd: (chip: Chip) => void }) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  const trigger = (
    <Button small icon={<Icon name="filter" />}>
      {words.rule.add}
    </Button>
  )
  return (
    <Panel title={words.rule.add} isOpen={isOpen} onOpenChange={setOpen} trigger={trigger}>
      <ConditionPanel {...props} chip={undefined} others={chips} onDone={() => setOpen(false)} onApply={onAdd} />
    </Panel>
  )
}

function ConditionPanel({
  model,
  dialect,
  isOwn = false,
  chip,
  others,
  onDone,
  onApply,
}: Pick<ChipsProps, 'model' | 'dialect' | 'isOwn'> & {
  readonly chip: Chip | undefined
  readonly others: readonly Chip[]
  readonly onDone: () => void
  readonly onApply: (chip: Chip) => void
}) {
  return (
    <FilterPanel
      model={model}
      q=""
      others={others.filter((each) => !usesVariable(each))}
      chip={chip}
      isOwn={isOwn}
      {...(dialect ? { dialect } : {})}
      onApply={(next) => {
        onDone()
        onApply(next)
      }}
      onCancel={onDone}
    />
  )
}

/** Values are counted among the records that meet the other chips, for which only a rule knows its user. */
function usesVariable(chip: Chip): boolean {
  return writeChip(chip).includes('"$')
}
