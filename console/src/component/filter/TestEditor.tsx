import { type FormEvent, useState } from 'react'
import { passesOverMissing, type Test, type TestChip, valuesOf } from '../../criteria/Chip.ts'
import { describeChip, testWords } from '../../criteria/describeChip.ts'
import { readValue, writeValue } from '../../criteria/readValue.ts'
import { testsOf } from '../../criteria/testsOf.ts'
import { familyOf } from '../../meta/fieldTypes.ts'
import { userVariables } from '../../criteria/userVariables.ts'
import type { FilterField } from '../../criteria/valueField.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Choice } from '../Choice.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useChipContext } from '../../shell/useChipContext.ts'
import { DateProposals } from './DateInputs.tsx'
import type { FilterPanelProps } from './FilterPanel.tsx'
import { onApplyKey } from './onApplyKey.ts'
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
  const context = { ...useChipContext(about.model, []), ...(dialect ? { user: words.access.theUser } : {}) }
  const { test, family, isChosen, values, orMissing, setMissing, faults } = edited
  const takes = valuesOf(test)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The key of its main button.
    <form
      className="panel-form"
      onSubmit={edited.onSubmit}
      onKeyDownCapture={(event) => onApplyKey(event, edited.apply)}
    >
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
          onDone={(next, isMissing) => edited.apply(next, isMissing)}
          missing={test === 'is' && family === 'choice' ? { isOn: orMissing, onChange: setMissing } : undefined}
          fault={faults[0]}
        />
      ) : (
        <TypedInputs
          {...{ field, test, faults, variables, dialect }}
          inputs={edited.inputs}
          show={(variable) => describeChip({ ...chip, test: 'is', values: [variable] }, context).value}
          onChange={edited.setInputs}
        />
      )}
      {takes === 'none' ? null : <DateProposals field={field} onChoose={edited.take} />}
      {passesOverMissing(test) || (orMissing && !isChosen && takes !== 'none') ? (
        <OrMissing isOn={orMissing} onChange={setMissing} />
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

/** The choice of records without a value. */
function OrMissing({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  const { words } = useShell()
  return (
    <label className="filter-missing">
      <input type="checkbox" checked={isOn} onChange={() => onChange(!isOn)} />
      {words.criteria.without}
    </label>
  )
}

/** A comparison that is being edited, and what is wrong with its values. */
function useTestChip({ chip, field: { field }, onApply, dialect }: TestEditorProps) {
  const { words } = useShell()
  const family = familyOf(field)
  const isChosen = family === 'choice' || family === 'set' || family === 'relation'
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
  const apply = (chosen = values, isMissing = orMissing) => {
    if (takes === 'none') return onApply({ ...chip, test, values: [], orMissing: false })
    if (isChosen && chosen.length === 0 && !isMissing) return setFaults([words.criteria.choose])
    if (isChosen && chosen.length === 0) return onApply({ ...chip, test: 'isNull', values: [], orMissing: false })
    const readings = isChosen ? chosen.map((value) => ({ value })) : read()
    const found = readings.map((reading) => ('fault' in reading ? reading.fault : undefined))
    setFaults(found)
    if (found.every((fault) => fault === undefined))
      onApply({
        ...chip,
        test,
        values: readings.flatMap((each) => ('value' in each ? [each.value] : [])),
        orMissing: isMissing,
      })
  }
  const take = (asked: Pick<TestChip, 'test' | 'values'>) => onApply({ ...chip, ...asked, orMissing: false })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A form inside of a popover is a child of the list in React, though not in the document.
    event.stopPropagation()
    apply()
  }
  const state = { test, values, inputs, orMissing, faults }
  return { ...state, family, isChosen, setTest, setValues, setInputs, setMissing, apply, take, onSubmit }
}
