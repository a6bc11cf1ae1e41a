import { Suspense, useState } from 'react'
import { toValue } from '../../component/action/toValue.ts'
import { useNotNow } from '../../component/action/useNotNow.ts'
import { Icon } from '../../component/Icon.tsx'
import { RunAction } from '../../component/lazyComponents.ts'
import { Menu, type MenuLine } from '../../component/Menu.tsx'
import { TagButton } from '../../component/TagButton.tsx'
import { type Draft, inputOf, isTouched } from '../../draft/Draft.ts'
import { toTag } from '../../field/tagsOf.ts'
import { actionsTo, type OfferedAction } from '../../meta/ActionMeta.ts'
import { type FieldMeta, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { offeredValues } from '../../meta/offeredValues.ts'
import { stepFieldOf } from '../../meta/stepFieldOf.ts'
import { isFinal } from '../../meta/steps.ts'
import { useActions } from '../../query/actionQueries.ts'
import type { RecordMay } from '../../service/Service.ts'
import { useShell } from '../../shell/Shell.tsx'

interface StepMenuProps {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly draft: Draft
  readonly may: RecordMay | undefined
  readonly onStep: (field: FieldMeta, value: string) => void
}

/** The step that a record has reached, beside its title, and those that may follow. Choosing one changes the draft. */
export function StepMenu(props: StepMenuProps) {
  const field = stepFieldOf(props.model)
  const value = field && inputOf(props.draft, field)
  return field && typeof value === 'string' && value !== '' ? <Step {...props} field={field} value={value} /> : null
}

function Step({
  model,
  record,
  draft,
  may,
  onStep,
  field,
  value,
}: StepMenuProps & { readonly field: FieldMeta; readonly value: string }) {
  const { words } = useShell()
  const runs = useRuns(model, record, isTouched(draft))
  const tag = toTag(value, field)
  const { values } = offeredValues(model, field, draft.base?.[field.name])
  const lines = values
    .filter((next) => next !== value)
    .map((next): MenuLine => {
      const line = { id: next, label: toTag(next, field).label }
      const run = runs.lineOf(field.name, next)
      if (run) return { ...line, ...run }
      const hint = isFinal(model, field.name, next) ? { hint: words.record.final } : {}
      return { ...line, ...hint, onAction: () => onStep(field, next) }
    })
  if (lines.length === 0 || !may?.update || !may.fields.includes(field.name))
    return (
      <span className="tag step" data-color={tag.color} title={field.label}>
        {tag.label}
        {isFinal(model, field.name, value) ? <Icon name="lock" size={12} /> : null}
      </span>
    )
  return (
    <>
      <Menu
        label={words.record.mayFollow}
        lines={lines}
        trigger={<TagButton tag={tag} about={words.record.step(field.label)} />}
      />
      {runs.shown}
    </>
  )
}

/** The actions that lead to a step: choosing the step runs the action, which does more than change the field. */
function useRuns(model: ModelMeta, record: RecordJson, isEdited: boolean) {
  const { service, words } = useShell()
  const actions = useActions(service)
  const notNow = useNotNow(model)
  const [opened, setOpened] = useState<OfferedAction | undefined>()
  const end = () => setOpened(undefined)
  const lineOf = (field: string, next: string): Partial<MenuLine> | undefined => {
    const all = actionsTo(actions, model.name, field, next)
    const offered = all.find(({ action }) => notNow(action, [record]) === undefined) ?? all[0]
    if (!offered) return undefined
    const why = isEdited ? words.record.saveFirst : notNow(offered.action, [record])
    if (why !== undefined) return { hint: why, icon: 'lock', isDisabled: true }
    return { hint: words.record.runs(offered.action.label), onAction: () => setOpened(offered) }
  }
  const title = titleOf(model, record)
  const shown = opened ? (
    <Suspense>
      <RunAction
        offered={opened}
        about={title}
        value={toValue(opened, [record])}
        titles={[title]}
        onClose={end}
        onDone={end}
      />
    </Suspense>
  ) : null
  return { lineOf, shown }
}
