import { inputOf } from '../../../draft/Draft.ts'
import { asText } from '../../../field/kinds.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { Choice } from '../../../component/Choice.tsx'
import { actions, coverages, modelsOf } from '../../../rights/Rule.ts'
import { FormField } from '../Editor.tsx'
import { type FieldPart, fieldPart } from '../fieldPart.tsx'
import { isFresh, type RecordFieldsProps } from '../RecordFields.tsx'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import { FieldsEditor } from './FieldsEditor.tsx'
import { coverageWords } from '../../../rights/coverageWords.ts'
import '../../../component/form/section.css'
import './rule.css'

/** The form of a rule: which model, what it allows, which records, and which fields. */
export function RuleFields(props: RecordFieldsProps) {
  const { model, state, hidden } = props
  const { words } = useShell()
  const { models } = useSession()
  const { draft } = state
  const fields = Object.fromEntries(model.fields.map((field) => [field.name, field]))
  const textOf = (name: string) => asText(fields[name] ? inputOf(draft, fields[name]) : '')
  const about = modelsOf({ model: textOf('model') }, models)
  const partOf = (field: FieldMeta) => fieldPart(field, props)
  const show = (name: string, make: (field: FieldMeta) => React.ReactNode) => {
    const field = fields[name]
    if (!field || hidden.includes(name)) return null
    return (
      <div key={name} data-fresh={isFresh(field, props)}>
        {make(field)}
      </div>
    )
  }
  const editor = (field: FieldMeta) => <FormField field={field} form={props} />
  return (
    <>
      <div className="record-section">
        {show('role', editor)}
        {show('model', (field) => (
          <CoverageChoice part={partOf(field)} />
        ))}
      </div>
      <fieldset className="record-section rule-actions">
        <legend>{words.rule.allows}</legend>
        {actions.map((action) => show(action, editor))}
        {show('comment', editor)}
        {show('export', editor)}
      </fieldset>
      {show('condition', (field) => (
        <ConditionEditor {...partOf(field)} dialect="rule" model={about.length === 1 ? about[0] : undefined} />
      ))}
      {show('readFields', (field) => (
        <FieldsEditor
          only={partOf(field)}
          without={fields['hideFields'] && partOf(fields['hideFields'])}
          label={words.rule.readFields}
          help={words.rule.allButHelp}
          models={about}
        />
      ))}
      {show('writeFields', (field) => (
        <FieldsEditor
          only={partOf(field)}
          without={fields['lockFields'] && partOf(fields['lockFields'])}
          label={words.rule.writeFields}
          models={about}
        />
      ))}
    </>
  )
}

/** The choice of the models that a rule is about. */
function CoverageChoice({ part: { text, onText, ...part } }: { readonly part: FieldPart }) {
  const { words } = useShell()
  const { models, find } = useSession()
  const known = coverages(models)
  const offered = text === '' || known.includes(text) ? known : [text, ...known]
  const labelOf = (name: string) => {
    const label = coverageWords(name, find(name), words.access)
    return label === name || name === '*' ? label : `${label} · ${name}`
  }
  return (
    <Choice
      {...part}
      label={words.rule.about}
      help={words.rule.aboutHelp}
      required
      options={offered.map((name) => ({ value: name, label: labelOf(name) }))}
      value={text === '' ? null : text}
      none={words.value.none}
      onChange={(value) => onText(value ?? '')}
    />
  )
}
