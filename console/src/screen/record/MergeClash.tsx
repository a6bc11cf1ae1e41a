import { type ReactNode, useEffect, useRef } from 'react'
import type { Choices } from '../../draft/Conflict.ts'
import type { MergeBlock, MergeField } from '../../draft/mergeBlocks.ts'
import { stuckStep } from '../../draft/stuckStep.ts'
import type { Input } from '../../field/FieldKind.ts'
import { showValue } from '../../field/kinds.ts'
import type { FieldMeta, Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { offeredValues } from '../../meta/offeredValues.ts'
import { Button } from '../../component/Button.tsx'
import { Difference } from '../../component/Difference.tsx'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { isReadByWords } from '../../history/wordDiff.ts'
import { ValueEditor } from '../../component/form/ValueEditor.tsx'

type Keep = 'theirs' | 'yours' | 'other'

interface MergeClashProps {
  readonly model: ModelMeta
  readonly block: MergeBlock
  readonly hasBase: boolean
  readonly choices: Choices
  readonly onFocus: () => void
  readonly onKeep: (keep: Keep) => void
  readonly onOther: (field: FieldMeta, input: Input) => void
}

/** One choice of a merge: a field, or several that move together, with what you saw, what is there now, and yours. */
export function MergeClash({ model, block, hasBase, choices, onFocus, onKeep, onOther }: MergeClashProps) {
  const { words, formats } = useShell()
  const { name, fields, by, on } = block
  const keep = choices[name]?.keep
  const stuck = stuckStep(model, block)
  const other = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (keep === 'other') other.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [keep])
  const who = words.merge.by(by?.username ?? words.value.somebody, formats.dateTime(on))
  const button = (what: Keep, text: string) => (
    <Button
      small
      aria-pressed={keep === what}
      isDisabled={what === 'yours' && stuck !== undefined}
      onPress={() => onKeep(what)}
    >
      {text}
      <kbd aria-hidden="true">{['theirs', 'yours', 'other'].indexOf(what) + 1}</kbd>
    </Button>
  )
  return (
    <fieldset className="clash" data-bare={!hasBase || undefined} data-keep={keep} tabIndex={-1} onFocus={onFocus}>
      <legend>{fields.map(({ field }) => field.label).join(', ')}</legend>
      {hasBase ? <Side label={words.merge.before} fields={fields} value="base" /> : null}
      <Side label={words.merge.theirs(who)} tone="theirs" fields={fields} value="current" hasBase={hasBase}>
        {button('theirs', words.merge.takeTheirs)}
      </Side>
      <Side label={words.merge.yours} tone="yours" fields={fields} value="yours" hasBase={hasBase}>
        <span className="side-choices">
          {button('yours', words.merge.takeYours)}
          {button('other', words.merge.other)}
        </span>
        {stuck ? <CantBecome of={stuck} /> : null}
      </Side>
      {keep === 'other' ? (
        <div className="clash-other" data-keys="typed" ref={other}>
          {fields.map(({ field, current }) => {
            const choice = choices[field.name]
            const input = choice?.keep === 'other' ? choice.input : null
            return (
              <ValueEditor
                key={field.name}
                field={field}
                input={input}
                offered={offeredValues(model, field, current)}
                label={field.label}
                onEdit={(next) => onOther(field, next)}
              />
            )
          })}
        </div>
      ) : null}
    </fieldset>
  )
}

/** Why one's own value can't be taken. */
function CantBecome({ of: { field, current, yours } }: { readonly of: MergeField }) {
  const { words, formats } = useShell()
  const [from, to] = [showValue(current, field, formats), showValue(yours, field, formats)]
  return (
    <p className="dim">
      <Icon name="lock" size={12} /> {words.merge.cantBecome(from, to)}
    </p>
  )
}

/** One side of a clash with its values; or what happened instead. */
export function Side({
  label,
  tone = 'plain',
  fields,
  value,
  hasBase = false,
  instead,
  children,
}: {
  readonly label: string
  readonly tone?: 'plain' | 'theirs' | 'yours'
  readonly fields: readonly MergeField[]
  readonly value: 'base' | 'current' | 'yours'
  readonly hasBase?: boolean
  readonly instead?: string | undefined
  readonly children?: ReactNode
}) {
  return (
    <div className={`side side-${tone}`}>
      <p className="side-label">{label}</p>
      <div className="side-value">
        {instead === undefined ? null : <p>{instead}</p>}
        {(instead === undefined ? fields : []).map((each) => (
          <p key={each.field.name}>
            {fields.length > 1 ? <span className="dim">{each.field.label}: </span> : null}
            <Value of={each} value={each[value]} base={hasBase && value !== 'base' ? each.base : undefined} />
          </p>
        ))}
      </div>
      {children}
    </div>
  )
}

/** A value in words; inside of text, what differs from what was seen is marked. */
function Value({
  of: { field, isSecret },
  value,
  base,
}: {
  readonly of: MergeField
  readonly value: Json
  readonly base: Json | undefined
}) {
  const { words, formats } = useShell()
  if (isSecret) return words.merge.secret
  const isText = typeof value === 'string' && typeof base === 'string' && field.type === 'text'
  if (isText && value !== base && isReadByWords(base, value)) return <Difference before={base} now={value} />
  const isTyped = field.type === 'text' || field.type === 'json'
  return isTyped && typeof value === 'string' && value !== '' ? value : showValue(value, field, formats)
}
