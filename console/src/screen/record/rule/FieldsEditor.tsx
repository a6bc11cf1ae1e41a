import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Choice } from '../../../component/Choice.tsx'
import { readNames } from '../../../rights/Rule.ts'
import type { FieldPart } from '../fieldPart.tsx'
import { useShell } from '../../../shell/Shell.tsx'

/** How a rule says which fields it is about. */
type Extent = 'all' | 'some' | 'allBut'

interface FieldsEditorProps {
  /** The list of the only fields. */
  readonly only: FieldPart
  /** The list of those that are left out; undefined where the user may not know it. */
  readonly without: FieldPart | undefined
  readonly label: string
  /** A sentence about fields that are left out. */
  readonly help?: string
  readonly models: readonly ModelMeta[]
}

/** Which fields a rule is about: all of them, those that are checked, or all but those. */
export function FieldsEditor({ only, without, label, help, models }: FieldsEditorProps) {
  const { words } = useShell()
  const leftOut = without ? readNames(without.text) : null
  const extent: Extent = leftOut ? 'allBut' : readNames(only.text) ? 'some' : 'all'
  const chosen = leftOut ?? readNames(only.text) ?? []
  const fields = commonFields(models)
  const known = new Set(fields.map(({ name }) => name))
  const strangers = chosen.filter((name) => !known.has(name)).map((name) => ({ name, label: name }))
  const shown = [...fields, ...strangers]
  const put = (next: Extent, names: readonly string[]) => {
    only.onText(next === 'some' ? JSON.stringify(names) : '')
    without?.onText(next === 'allBut' ? JSON.stringify(names) : '')
  }
  const toggle = (name: string, isOn: boolean) =>
    put(
      extent,
      shown.map((field) => field.name).filter((each) => (each === name ? isOn : chosen.includes(each))),
    )
  return (
    <div className="rule-part">
      <Choice
        label={label}
        fault={only.fault ?? without?.fault}
        readOnly={only.readOnly}
        mark={only.mark}
        always
        {...(extent === 'allBut' && help !== undefined ? { help } : {})}
        options={[
          { value: 'all', label: words.rule.allFields },
          { value: 'some', label: words.rule.someFields },
          ...(without && !without.readOnly ? [{ value: 'allBut', label: words.rule.allButFields }] : []),
        ]}
        value={extent}
        none=""
        onChange={(value) => put(value as Extent, value === 'all' ? [] : chosen)}
      />
      {extent === 'all' ? null : (
        <fieldset className="rule-fields" aria-label={label} disabled={only.readOnly}>
          {shown.map((field) => (
            <label key={field.name}>
              <input
                type="checkbox"
                checked={chosen.includes(field.name)}
                onChange={(event) => toggle(field.name, event.target.checked)}
              />
              {field.label}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** The fields that all the models have: a rule must fit each of them. */
function commonFields([first, ...others]: readonly ModelMeta[]): { name: string; label: string }[] {
  const fields = first?.fields ?? []
  return fields.filter(({ name }) => others.every((model) => model.fields.some((field) => field.name === name)))
}
