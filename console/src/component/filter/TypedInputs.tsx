import { type Test, valuesOf } from '../../criteria/Chip.ts'
import { familyOf } from '../../meta/fieldTypes.ts'
import type { UserVariable } from '../../criteria/userVariables.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { TextField } from '../Field.tsx'
import { Icon } from '../Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { DateOrVariable } from './DateInputs.tsx'

interface TypedInputsProps {
  readonly field: FieldMeta
  readonly test: Test
  readonly inputs: readonly string[]
  readonly faults: readonly (string | undefined)[]
  /** What the value can be of the user instead. */
  readonly variables: readonly UserVariable[]
  readonly dialect: 'rule' | undefined
  /** A variable in words. */
  readonly show: (variable: string) => string
  readonly onChange: (inputs: string[]) => void
}

/** Inputs for values that are typed: one, two ends, or as many as one likes. */
export function TypedInputs({ field, test, inputs, faults, variables, dialect, show, onChange }: TypedInputsProps) {
  const { words } = useShell()
  const takes = valuesOf(test)
  const shown = takes === 'two' ? 2 : takes === 'one' ? 1 : Math.max(1, inputs.length)
  const all = Array.from({ length: shown }, (_, index) => inputs[index] ?? '')
  const put = (at: number, text: string) => onChange(all.map((each, index) => (index === at ? text : each)))
  const isTime = familyOf(field) === 'time'
  const isNumber = familyOf(field) === 'number'
  const isText = familyOf(field) === 'text'
  const help = isText && dialect ? words.rule.textHelp : undefined
  return (
    <>
      {all.map((text, index) => {
        const common = { label: labelOf(index, takes, words.criteria), fault: faults[index] }
        const onText = (next: string) => put(index, next)
        // The inputs have no other identity than their place.
        /* oxlint-disable react/no-array-index-key */
        return isTime ? (
          <DateOrVariable key={index} {...common} {...{ field, text, show }} isFirst={index === 0} onChange={onText} />
        ) : (
          <TextField
            key={index}
            {...common}
            help={index === shown - 1 ? help : undefined}
            value={text}
            onChange={onText}
            inputMode={isNumber ? 'decimal' : 'text'}
            autoComplete="off"
            autoFocus={index === 0}
          />
        )
        /* oxlint-enable react/no-array-index-key */
      })}
      {variables.length > 0 ? (
        <div className="filter-presets">
          {variables.map(({ value, label }) => (
            <Button key={value} small onPress={() => put(all[0] === '' ? 0 : shown - 1, value)}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
      {takes === 'some' ? (
        <div className="filter-presets">
          <Button weight="quiet" small icon={<Icon name="add" size={14} />} onPress={() => onChange([...all, ''])}>
            {words.criteria.oneMore}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function labelOf(
  index: number,
  takes: ReturnType<typeof valuesOf>,
  words: { readonly from: string; readonly to: string; readonly value: string },
): string {
  if (takes === 'two') return index === 0 ? words.from : words.to
  return index === 0 ? words.value : `${words.value} ${index + 1}`
}
