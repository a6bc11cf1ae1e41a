import { type FormEvent, useState } from 'react'
import { passesOverMissing, type Test, type TestChip, valuesOf } from '../../criteria/Chip.ts'
import { testWords } from '../../criteria/describeChip.ts'
import { readValue, writeValue } from '../../criteria/readValue.ts'
import { testsOf } from '../../criteria/testsOf.ts'
import { familyOf } from '../../meta/fieldTypes.ts'
import { userVariables } from '../../criteria/userVariables.ts'
import type { FilterField } from '../../criteria/valueField.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Choice } from '../Choice.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import type { FilterPanelProps } from './FilterPanel.tsx'
import { OptionsInput } from './OptionsInput.tsx'
import { TypedInputs } from './TypedInputs.tsx'

type TestEditorProps = Omit<FilterPanelProps, 'chip'> & { readonly chip: TestChip; readonly field: FilterField }

/** Changes a comparison: the operator in words, and the value with the editor of the field's type. */
export function TestEditor(props: TestEditorProps) {
  const { chip, field: filterField, onApply: _, onCancel, dialect, ...about } = props
  const { field, label } = filterField
  const { words } = useShell()
  const { find } = useSession()
  const variables = userVariables(field, find, dialect ? words.access.theUser : words.criteria.own, dialect)
  const edited = useTestChip(props)
  const { test, family, isChosen, values, orMissing, setMissing, faults } = edited
  const takes = valuesOf(test)
  return (
    <form className="panel-form" onSubmit={edited.apply}>
      <Choice
        label={label}
        always
        options={testsOf(field).map((each) => ({ value: each, label: testWords(each, family, words) }))}
        value={test}
        none=""
        onChange={(next) => edited.setTest(next as Test)}
      />
      {takes === 'none' ? null : isChosen ? (
        <OptionsInput
          {...about}
          path={chip.path}
          {...{ field, variables, values }}
          onChange={(next: readonly Json[]) => edited.setValues(next)}
          missing={test === 'is' && family === 'choice' ? { isOn: orMissing, onChange: setMissing } : undefined}
          fault={faults[0]}
        />
      ) : (
        <TypedInputs
          {...{ field, test, faults, variables, dialect }}
          inputs={edited.inputs}
          onChange={edited.setInputs}
        />
      )}
      {passesOverMissing(test) || (orMissing && !isChosen && takes !== 'none') ? (
        <label className="filter-missing">
          <input type="checkbox" checked={orMissing} onChange={() => setMissing(!orMissing)} />
          {words.criteria.without}
        </label>
      ) : null}
      <div className="panel-actions">
        <Button small onPress={onCancel}>
          {words.criteria.cancel}
        </Button>
        <Button small weight="primary" type="submit">
          {words.criteria.apply}
        </Button>
      </div>
    </form>
  )
}

/** A comparison that is being edited, and what is wrong with its values. */
function useTestChip({ chip, field: { field }, onApply, dialect }: TestEditorProps) {
  const { words } = useShell()
  const family = familyOf(field)
  const isChosen = family === 'choice' || family === 'relation'
  const [test, setTest] = useState<Test>(chip.test)
  const [values, setValues] = useState(chip.values)
  const [inputs, setInputs] = useState(() => chip.values.map((value) => writeValue(value, field, chip.test, dialect)))
  const [orMissing, setMissing] = useState(chip.orMissing)
  const [faults, setFaults] = useState<readonly (string | undefined)[]>([])
  const takes = valuesOf(test)
  const read = () => {
    const needed = takes === 'two' ? 2 : 1
    const given = inputs.filter((text, index) => index < needed || (takes === 'some' && text !== ''))
    const padded = [...given, ...Array<string>(Math.max(0, needed - given.length)).fill('')]
    return padded.map((text) => readValue(text, field, test, words, dialect))
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // A form inside of a popover is a child of the list in React, though not in the document.
    event.stopPropagation()
    if (takes === 'none') return onApply({ ...chip, test, values: [], orMissing: false })
    if (isChosen && values.length === 0 && !orMissing) return setFaults([words.criteria.choose])
    if (isChosen && values.length === 0) return onApply({ ...chip, test: 'isNull', values: [], orMissing: false })
    const readings = isChosen ? values.map((value) => ({ value })) : read()
    const found = readings.map((reading) => ('fault' in reading ? reading.fault : undefined))
    setFaults(found)
    if (found.every((fault) => fault === undefined))
      onApply({ ...chip, test, values: readings.flatMap((each) => ('value' in each ? [each.value] : [])), orMissing })
  }
  const state = { test, values, inputs, orMissing, faults }
  return { ...state, family, isChosen, setTest, setValues, setInputs, setMissing, apply }
}
