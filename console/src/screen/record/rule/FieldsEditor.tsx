import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Choice } from '../../../component/Choice.tsx'
import { readNames } from '../../../rights/Rule.ts'
import type { FieldPart } from '../fieldPart.tsx'
import { useShell } from '../../../shell/Shell.tsx'

/** Which fields a rule is about: all of them, or those that are checked. */
export function FieldsEditor({
  text,
  onText,
  fault,
  readOnly,
  mark,
  label,
  models,
}: FieldPart & { readonly label: string; readonly models: readonly ModelMeta[] }) {
  const { words } = useShell()
  const chosen = readNames(text)
  const fields = commonFields(models)
  const known = new Set(fields.map(({ name }) => name))
  const strangers = (chosen ?? []).filter((name) => !known.has(name)).map((name) => ({ name, label: name }))
  const put = (names: readonly string[]) => onText(JSON.stringify(names))
  const toggle = (name: string, isOn: boolean) =>
    put(
      [...fields, ...strangers]
        .map((field) => field.name)
        .filter((each) => (each === name ? isOn : chosen?.includes(each))),
    )
  return (
    <div className="rule-part">
      <Choice
        label={label}
        fault={fault}
        readOnly={readOnly}
        mark={mark}
        always
        options={[
          { value: 'all', label: words.rule.allFields },
          { value: 'some', label: words.rule.someFields },
        ]}
        value={chosen === null ? 'all' : 'some'}
        none=""
        onChange={(value) => (value === 'all' ? onText('') : put(chosen ?? []))}
      />
      {chosen === null ? null : (
        <fieldset className="rule-fields" aria-label={label} disabled={readOnly}>
          {[...fields, ...strangers].map((field) => (
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
