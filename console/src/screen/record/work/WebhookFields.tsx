import { inputOf } from '../../../draft/Draft.ts'
import { asText } from '../../../field/kinds.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { readNames } from '../../../rights/Rule.ts'
import { ConditionEditor } from '../rule/ConditionEditor.tsx'
import { fieldPart } from '../fieldPart.tsx'
import { RecordFields, type RecordFieldsProps } from '../RecordFields.tsx'
import { useSession } from '../../../shell/Shell.tsx'
import { ModelsEditor } from './ModelsEditor.tsx'

/** The form of a webhook: its models are chosen, and its condition is built as the filter of a list. */
export function WebhookFields(props: RecordFieldsProps) {
  const { find } = useSession()
  const { model, state, hidden } = props
  const models = model.fields.find(({ name }) => name === 'models')
  const chosen = (models && readNames(asText(inputOf(state.draft, models)))) ?? []
  const about = chosen.length === 1 ? find(chosen[0] ?? '') : undefined
  const own = (field: FieldMeta) => {
    if (field.name === 'models') return <ModelsEditor {...fieldPart(field, props)} />
    if (field.name === 'condition') return <ConditionEditor {...fieldPart(field, props)} model={about} isOwn />
    return undefined
  }
  // The service notes these itself when a secret is replaced.
  const noted = ['previousSecret', ...(state.draft.base?.['secretChangedOn'] ? [] : ['secretChangedOn'])]
  return <RecordFields {...props} hidden={[...hidden, ...noted]} own={own} />
}
