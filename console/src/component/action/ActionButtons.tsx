import { useState } from 'react'
import { type OfferedAction, offeredActions } from '../../meta/ActionMeta.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Icon } from '../Icon.tsx'
import { LockedButton } from '../LockedButton.tsx'
import { useActions } from '../../query/actionQueries.ts'
import { useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../WriteButton.tsx'
import { RunAction } from './RunAction.tsx'
import { type SeenLink, toValue } from './toValue.ts'
import { useNotNow } from './useNotNow.ts'

/** The actions of the application for a record, or for the records that are selected. */
export function ActionButtons({
  model,
  records,
  about,
  isMany,
  lock,
  titleOf,
  onDone,
}: {
  readonly model: ModelMeta
  readonly records: readonly SeenLink[]
  /** The records in words. */
  readonly about: string
  readonly isMany: boolean
  /** Why none of them can be run now. */
  readonly lock?: string | undefined
  /** The title of one of the records, for what is wrong with it alone. */
  readonly titleOf: (id: number) => string
  readonly onDone?: () => void
}) {
  const { service, notify } = useShell()
  const actions = useActions(service)
  const [opened, setOpened] = useState<OfferedAction | undefined>()
  const end = () => setOpened(undefined)
  const notNow = useNotNow(model)
  return (
    <>
      {offeredActions(actions, model.name, isMany ? records.length : undefined).map((offered) => {
        const { name, label } = offered.action
        const why = lock ?? notNow(offered.action, records)
        return why === undefined ? (
          <WriteButton key={name} small={isMany} icon={<Icon name="act" />} onPress={() => setOpened(offered)}>
            {label}
          </WriteButton>
        ) : (
          <LockedButton key={name} small={isMany} label={`${label}: ${why}`} onWhy={() => notify({ text: why })}>
            {label}
          </LockedButton>
        )
      })}
      {opened ? (
        <RunAction
          offered={opened}
          about={about}
          value={toValue(opened, records)}
          titles={records.map(({ id }) => titleOf(id))}
          onClose={end}
          onDone={() => {
            end()
            onDone?.()
          }}
        />
      ) : null}
    </>
  )
}
