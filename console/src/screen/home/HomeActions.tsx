import { useState } from 'react'
import type { OfferedAction } from '../../meta/ActionMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { RunAction } from '../../component/action/RunAction.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'

/** The actions of the application that are for no model. */
export function HomeActions({ offered }: { readonly offered: readonly OfferedAction[] }) {
  const { words } = useShell()
  const [opened, setOpened] = useState<OfferedAction | undefined>()
  const end = () => setOpened(undefined)
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
      {opened ? <RunAction offered={opened} onClose={end} onDone={end} /> : null}
    </section>
  )
}
