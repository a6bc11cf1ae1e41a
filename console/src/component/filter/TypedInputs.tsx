import { type Test, valuesOf } from '../../criteria/Chip.ts'
import { familyOf } from '../../meta/fieldTypes.ts'
import type { UserVariable } from '../../criteria/userVariables.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { TextField } from '../Field.tsx'
import { Icon } from '../Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'

interface TypedInputsProps {
  readonly field: FieldMeta
  readonly test: Test
  readonly inputs: readonly string[]
  readonly faults: readonly (string | undefined)[]
  /** What the value can be of the user instead. */
  readonly variables: readonly UserVariable[]
  readonly dialect: 'rule' | undefined
  readonly onChange: (inputs: string[]) => void
}

/** Inputs for values that are typed: one, two ends, or as many as one likes. */
export function TypedInputs({ field, test, inputs, faults, variables, dialect, onChange }: TypedInputsProps) {
  const { words } = useShell()
  const takes = valuesOf(test)
  const shown = takes === 'two' ? 2 : takes === 'one' ? 1 : Math.max(1, inputs.length)
  const all = Array.from({ length: shown }, (_, index) => inputs[index] ?? '')
  const put = (at: number, text: string) => onChange(all.map((each, index) => (index === at ? text : each)))
  const isTime = familyOf(field) === 'time'
  const isNumber = familyOf(field) === 'number'
  const isText = familyOf(field) === 'text'
  const help = isTime ? words.criteria.dateHelp : isText && dialect ? words.rule.textHelp : undefined
  const presets = [...(isTime ? Object.entries(words.criteria.presets) : []), ...variables.map(toPreset)]
  return (
    <>
      {all.map((text, index) => (
        <TextField
          // The inputs have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={labelOf(index, takes, words.criteria)}
          help={index === shown - 1 ? help : undefined}
          fault={faults[index]}
          value={text}
          onChange={(next) => put(index, next)}
          inputMode={isNumber ? 'decimal' : 'text'}
          placeholder={field.type === 'date' ? 'YYYY-MM-DD' : ''}
          autoComplete="off"
          autoFocus={index === 0}
        />
      ))}
      {presets.length > 0 ? (
        <div className="filter-presets">
          {presets.map(([variable, label]) => (
            <Button key={variable} small onPress={() => put(all[0] === '' ? 0 : shown - 1, variable)}>
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

function toPreset({ value, label }: UserVariable): [string, string] {
  return [value, label]
}

function labelOf(
  index: number,
  takes: ReturnType<typeof valuesOf>,
  words: { readonly from: string; readonly to: string; readonly value: string },
): string {
  if (takes === 'two') return index === 0 ? words.from : words.to
  return index === 0 ? words.value : `${words.value} ${index + 1}`
}
