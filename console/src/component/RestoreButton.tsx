import type { ComponentProps } from 'react'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { Icon } from './Icon.tsx'
import { LockedButton } from './LockedButton.tsx'
import { linesFieldsOf } from '../meta/lines.ts'
import { linesBroughtBack } from '../rights/mayBringBack.ts'
import { useSession, useShell } from '../shell/Shell.tsx'
import { WriteButton } from './WriteButton.tsx'

/** Brings back a deleted record or an old version. It is locked, and says why, for those who may not. */
export function RestoreButton({
  model,
  label,
  mayRestore,
  ...rest
}: Pick<ComponentProps<typeof WriteButton>, 'small' | 'weight' | 'isDisabled' | 'onPress'> & {
  readonly model: ModelMeta
  readonly label: string
  readonly mayRestore: boolean
}) {
  const { words, notify } = useShell()
  const { me } = useSession()
  if (!mayRestore)
    return (
      <LockedButton
        label={words.record.mayNot(label)}
        onWhy={() => notify({ text: words.history.restoreNeeds(model.label) })}
      >
        {label}
      </LockedButton>
    )
  const back = linesBroughtBack(model, me.admin)
  const left = linesFieldsOf(model).filter(({ name }) => !back.some((each) => each.name === name))
  return (
    <>
      {left.length > 0 ? (
        <span className="dim">{words.history.without(left.map((field) => field.label).join(', '))}</span>
      ) : null}
      <WriteButton icon={<Icon name="restore" />} {...rest}>
        {label}
      </WriteButton>
    </>
  )
}
