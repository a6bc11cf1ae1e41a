import { offerOf } from '../../field/offerOf.ts'
import { useEffect, useRef } from 'react'
import { ValueEditor } from '../../component/form/ValueEditor.tsx'
import { Icon } from '../../component/Icon.tsx'
import type { Choices } from '../../draft/Conflict.ts'
import type { MergeBlock, MergeField } from '../../draft/mergeBlocks.ts'
import { stuckStep } from '../../draft/stuckStep.ts'
import type { Input } from '../../field/FieldKind.ts'
import { showValue } from '../../field/kinds.ts'
import type { FieldMeta, ModelMeta } from '../../meta/ModelMeta.ts'
import { offeredValues } from '../../meta/offeredValues.ts'
import { useShell } from '../../shell/Shell.tsx'
import { ChoiceCell, type Keep, SideValues } from './MergeCell.tsx'

interface MergeClashProps {
  readonly model: ModelMeta
  readonly block: MergeBlock
  readonly hasBase: boolean
  /** Whether the keys are about it. */
  readonly isNow: boolean
  /** Who changed it and when, where that differs from place to place. */
  readonly who: string | undefined
  readonly choices: Choices
  readonly onFocus: () => void
  readonly onKeep: (keep: Keep) => void
  readonly onOther: (field: FieldMeta, input: Input) => void
}

/** One choice of a merge: a field, or several that move together, with what you saw, what is there now, and yours. */
export function MergeClash({ model, block, hasBase, isNow, who, choices, onFocus, onKeep, onOther }: MergeClashProps) {
  const { words } = useShell()
  const { name, fields } = block
  const keep = choices[name]?.keep
  const stuck = stuckStep(model, block)
  const cell = (side: Keep, way: string) => ({
    side,
    of: name,
    way,
    isPicked: keep === side,
    onPick: () => onKeep(side),
  })
  return (
    <>
      <tr className="clash" data-keep={keep} data-now={isNow || undefined} tabIndex={-1} onFocus={onFocus}>
        <th scope="row">{fields.map(({ field }) => field.label).join(', ')}</th>
        <td className="side-before" data-of={words.merge.before}>
          {hasBase ? <SideValues fields={fields} value="base" /> : null}
        </td>
        <ChoiceCell {...cell('theirs', words.merge.takeTheirs)} label={words.merge.theirs}>
          <SideValues fields={fields} value="current" hasBase={hasBase} />
          {who === undefined ? null : <span className="merge-who">{who}</span>}
        </ChoiceCell>
        <ChoiceCell {...cell('yours', words.merge.takeYours)} label={words.merge.yours} isLocked={stuck !== undefined}>
          <SideValues fields={fields} value="yours" hasBase={hasBase} />
          {stuck ? <CantBecome of={stuck} /> : null}
        </ChoiceCell>
        <ChoiceCell {...cell('other', words.merge.another)} label="" isWayShown />
      </tr>
      {keep === 'other' ? <OtherValues {...{ model, fields, choices, onOther }} /> : null}
    </>
  )
}

/** Where something else is typed, below the values that it takes the place of. */
function OtherValues({
  model,
  fields,
  choices,
  onOther,
}: Pick<MergeClashProps, 'model' | 'choices' | 'onOther'> & { readonly fields: readonly MergeField[] }) {
  const typed = useRef<HTMLDivElement>(null)
  useEffect(() => {
    typed.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [])
  return (
    <tr className="clash-other">
      <td colSpan={5}>
        <div data-keys="typed" ref={typed}>
          {fields.map(({ field, current }) => {
            const choice = choices[field.name]
            return (
              <ValueEditor
                key={field.name}
                field={field}
                input={choice?.keep === 'other' ? choice.input : null}
                offered={offeredValues(model, field, current)}
                offer={offerOf(field.where)}
                label={field.label}
                onEdit={(next) => onOther(field, next)}
              />
            )
          })}
        </div>
      </td>
    </tr>
  )
}

/** Why one's own value can't be taken. */
function CantBecome({ of: { field, current, yours } }: { readonly of: MergeField }) {
  const { words, formats } = useShell()
  const [from, to] = [showValue(current, field, formats), showValue(yours, field, formats)]
  return (
    <span className="merge-who">
      <Icon name="lock" size={12} /> {words.merge.cantBecome(from, to)}
    </span>
  )
}
