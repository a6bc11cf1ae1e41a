import { useState } from 'react'
import { RunAction } from '../../../component/action/RunAction.tsx'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import { generalActions, type OfferedAction } from '../../../meta/ActionMeta.ts'
import { useActions } from '../../../query/actionQueries.ts'
import { listOf } from '../../../route/ListRoute.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { TileContent } from '../../../views/Tile.ts'

/** Buttons that open views, make records and run actions, as far as one may. */
export function ShortcutsTile({ content }: { readonly content: Extract<TileContent, { kind: 'shortcuts' }> }) {
  const { service, go } = useShell()
  const { find } = useSession()
  const [opened, setOpened] = useState<OfferedAction | undefined>()
  const offered = generalActions(useActions(service)).filter(({ action }) => content.actions.includes(action.name))
  const models = content.models.flatMap((name) => find(name) ?? []).filter(({ may }) => may.create !== 'none')
  const views = content.views.flatMap(([model, name]) => {
    const view = find(model)?.views?.find((one) => one.name === name)
    return view ? [{ key: `${model} ${name}`, label: view.label, route: listOf(model, { view: name }) }] : []
  })
  const end = () => setOpened(undefined)
  return (
    <div className="tile-buttons">
      {views.map(({ key, label, route }) => (
        <Button key={key} icon={<Icon name="density" />} onPress={() => go(route)}>
          {label}
        </Button>
      ))}
      {models.map(({ name, label }) => (
        <WriteButton
          key={name}
          icon={<Icon name="add" />}
          onPress={() => go({ screen: 'new', model: name, from: undefined, set: {} })}
        >
          {label}
        </WriteButton>
      ))}
      {offered.map((each) => (
        <WriteButton key={each.action.name} icon={<Icon name="act" />} onPress={() => setOpened(each)}>
          {each.action.label}
        </WriteButton>
      ))}
      {opened ? <RunAction offered={opened} onClose={end} onDone={end} /> : null}
    </div>
  )
}
