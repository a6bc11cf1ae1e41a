import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Menu } from '../../component/Menu.tsx'
import { navigationOf } from '../../meta/navigation.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** A new record of any model that one may add to. */
export function NewRecord() {
  const { words } = useShell()
  const { models } = useSession()
  const listed = navigationOf(models).flatMap(([, members]) => members)
  const open = listed.filter(({ may }) => may.create !== 'none')
  if (open.length === 0) return null
  return (
    <Menu
      label={words.home.new}
      trigger={
        <Button weight="primary" icon={<Icon name="add" />}>
          {words.home.new}
        </Button>
      }
      lines={open.map(({ name, label }) => ({
        id: name,
        label,
        href: toUrl({ screen: 'new', model: name, from: undefined, set: {} }),
      }))}
    />
  )
}
