import { useState } from 'react'
import { generalActions, type OfferedAction } from '../../meta/ActionMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { useActions } from '../../query/actionQueries.ts'
import { ActionDrawer } from '../../component/action/ActionDrawer.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'

/** The actions of the application that are for no model. */
export function HomeActions() {
  const { service, words } = useShell()
  const offered = generalActions(useActions(service).data ?? [])
  const [opened, setOpened] = useState<OfferedAction | undefined>()
  const end = () => setOpened(undefined)
  if (offered.length === 0) return null
  return (
    <section className="home-part">
      <h2>{words.action.title}</h2>
      <div className="home-actions">
        {offered.map((each) => (
          <WriteButton key={each.action.name} icon={<Icon name="act" />} onPress={() => setOpened(each)}>
            {each.action.label}
          </WriteButton>
        ))}
      </div>
      {opened ? <ActionDrawer offered={opened} onClose={end} onDone={end} /> : null}
    </section>
  )
}
