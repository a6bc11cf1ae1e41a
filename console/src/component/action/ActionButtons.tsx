import { useState } from 'react'
import { type OfferedAction, offeredActions } from '../../meta/ActionMeta.ts'
import type { Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { Icon } from '../Icon.tsx'
import { useActions } from '../../query/actionQueries.ts'
import { useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../WriteButton.tsx'
import { ActionDrawer } from './ActionDrawer.tsx'

/** A record at the version that is seen. */
type Seen = { readonly id: number; readonly version: number }

/** The actions of the application for a record, or for the records that are selected. */
export function ActionButtons({
  model,
  records,
  about,
  isMany,
  onDone,
}: {
  readonly model: ModelMeta
  readonly records: readonly Seen[]
  /** The records in words. */
  readonly about: string
  readonly isMany: boolean
  readonly onDone?: () => void
}) {
  const { service } = useShell()
  const { data = [] } = useActions(service)
  const [opened, setOpened] = useState<OfferedAction | undefined>()
  const end = () => setOpened(undefined)
  return (
    <>
      {offeredActions(data, model.name, isMany).map((offered) => (
        <WriteButton
          key={offered.action.name}
          small={isMany}
          icon={<Icon name="act" />}
          onPress={() => setOpened(offered)}
        >
          {offered.action.label}
        </WriteButton>
      ))}
      {opened ? (
        <ActionDrawer
          offered={opened}
          about={about}
          value={toValue(opened, records)}
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

/** The records as a field takes them. The version that was seen goes with a reference: it is checked. */
function toValue({ subject }: OfferedAction, records: readonly Seen[]): Json {
  if (subject?.type === 'links') return records.map(({ id }) => ({ id }))
  return records.map(({ id, version }) => ({ id, version }))[0] ?? null
}
