import { useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Panel } from '../../../component/Panel.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { GroupEditor, ViewTools } from '../lazyComponents.ts'
import type { ViewToolsProps } from './ViewTools.tsx'

/** The button of all that changes how a list looks. */
export function ViewButton(props: ViewToolsProps) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title={words.grid.view}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button weight="quiet" small icon={<Icon name="columns" />}>
          {words.grid.view}
        </Button>
      }
    >
      <ViewTools {...props} />
    </Panel>
  )
}

/** What a grouped list is grouped by, and the way to change it. */
export function GroupButton({ route, model, columns }: ViewToolsProps) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  const [first = '', ...more] = route.groupBy.map((text) => text.split(':', 1)[0] ?? '')
  if (first === '') return null
  const label =
    columns.find(({ path }) => path === first)?.label ?? model.fields.find(({ name }) => name === first)?.label
  return (
    <Panel
      title={words.grid.groupBy}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button weight="quiet" small icon={<Icon name="group" />}>
          <span className="dim">{words.grid.group}</span> {label ?? first}
          {more.length === 0 ? '' : ` +${more.length}`}
        </Button>
      }
    >
      <GroupEditor route={route} model={model} columns={columns} />
    </Panel>
  )
}
