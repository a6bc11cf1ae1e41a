import { Suspense, useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Menu, type MenuLine } from '../../component/Menu.tsx'
import { navigationOf } from '../../meta/navigation.ts'
import { dashboardModel } from '../../meta/ownModels.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { NewDashboard } from './lazyComponents.ts'

/** A new record of any model that one may add to, and a new dashboard. */
export function NewRecord() {
  const { words } = useShell()
  const { models, me, find } = useSession()
  const [isNaming, setNaming] = useState(false)
  const listed = navigationOf(models).flatMap(([, members]) => members)
  const open = listed.filter(({ may }) => may.create !== 'none')
  const records = open.map(
    ({ name, label }): MenuLine => ({
      id: name,
      label,
      href: toUrl({ screen: 'new', model: name, from: undefined, set: {} }),
    }),
  )
  const mayKeep = !me.seenBy && (find(dashboardModel)?.may.create ?? 'none') !== 'none'
  const dashboard: MenuLine = {
    id: dashboardModel,
    label: words.dashboard.title,
    isApart: records.length > 0,
    onAction: () => setNaming(true),
  }
  const lines = mayKeep ? [...records, dashboard] : records
  if (lines.length === 0) return null
  return (
    <>
      <Menu
        label={words.home.new}
        trigger={
          <Button weight="primary" icon={<Icon name="add" />}>
            {words.home.new}
          </Button>
        }
        lines={lines}
      />
      <Suspense>{isNaming ? <NewDashboard onClose={() => setNaming(false)} /> : null}</Suspense>
    </>
  )
}
