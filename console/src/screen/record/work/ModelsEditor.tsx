import { useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Panel } from '../../../component/Panel.tsx'
import { PickList } from '../../../component/PickList.tsx'
import { TagList } from '../../../component/TagList.tsx'
import { readNames } from '../../../rights/Rule.ts'
import type { FieldPart } from '../fieldPart.tsx'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import '../rule/rule.css'
import { mayList } from '../../../meta/ModelMeta.ts'
import './work.css'

/** Models, chosen by their labels. The value is a list of their names, as JSON. */
export function ModelsEditor({ field, text, onText, fault, readOnly, mark }: FieldPart) {
  const { words } = useShell()
  const { models, find } = useSession()
  const [isOpen, setOpen] = useState(false)
  const chosen = readNames(text) ?? []
  const put = (names: readonly string[]) => onText(names.length === 0 ? '' : JSON.stringify(names))
  return (
    <fieldset className="rule-part">
      <legend className="field-head">
        <span className="field-label">
          {field.label}
          {field.required ? <span className="field-required"> *</span> : null}
        </span>
        {mark}
      </legend>
      <div className="models-editor">
        {chosen.length > 0 ? (
          <TagList
            label={field.label}
            tags={chosen.map((name) => ({ id: name, label: find(name)?.label ?? name }))}
            remove={words.list.clear}
            onRemove={readOnly ? undefined : (name) => put(chosen.filter((each) => each !== name))}
          />
        ) : null}
        {readOnly ? null : (
          <Panel
            title={words.work.chooseModels}
            isOpen={isOpen}
            onOpenChange={setOpen}
            trigger={
              <Button small icon={<Icon name="models" />}>
                {words.work.chooseModels}
              </Button>
            }
          >
            <PickList
              label={field.label}
              find={words.work.findModel}
              clear={words.list.clear}
              none={words.work.noModel}
              picks={models.filter(mayList).map(({ name, label }) => ({ id: name, label, note: packageOf(name) }))}
              selected={new Set(chosen)}
              onSelect={(names) => put([...names])}
            />
          </Panel>
        )}
      </div>
      {fault ? (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </fieldset>
  )
}

/** What stands before the name of a model. */
function packageOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}
