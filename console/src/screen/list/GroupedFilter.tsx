import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Chip, type GroupChip, withoutEmpty } from '../../criteria/Chip.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import { writeWhere } from '../../criteria/writeWhere.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { firstPage } from '../../route/paging.ts'
import { Button } from '../../component/Button.tsx'
import { FilterGroup } from '../../component/filter/FilterGroup.tsx'
import { FilterPanel } from '../../component/filter/FilterPanel.tsx'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import '../../component/filter/filter.css'
import './grouped-filter.css'

/** The filter of a list in groups, beside it. Each change is in the list at once. */
export function GroupedFilter({
  route,
  model,
  onClose,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly onClose: () => void
}) {
  const { words } = useShell()
  const { groups } = words.criteria
  const { group, setGroup } = useGroup(route)
  const here = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    here.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isDefaultPrevented()) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as a panel.
    <section ref={here} className="grouped-filter" aria-label={groups.title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header>
        <h2>{groups.title}</h2>
        <Button weight="quiet" small icon={<Icon name="clear" />} aria-label={groups.close} onPress={onClose} />
      </header>
      <FilterGroup {...{ model, FilterPanel, group }} q={route.q} others={[]} onChange={setGroup} />
    </section>
  )
}

/** The filter of the address as one group, with groups that are not filled in yet, which the address does not have. */
function useGroup(route: ListRoute) {
  const { go } = useShell()
  const [draft, setDraft] = useState<{ readonly group: GroupChip; readonly where: string }>()
  const group = draft?.where === route.where ? draft.group : groupOf(readWhere(route.where))
  const setGroup = (next: GroupChip) => {
    const where = writeWhere(withoutEmpty(next.of === 'all' ? next.chips : [next]))
    setDraft({ group: next, where })
    if (where !== route.where) go({ ...route, where, ...firstPage })
  }
  return { group, setGroup }
}

function groupOf(chips: readonly Chip[]): GroupChip {
  const [first] = chips
  return chips.length === 1 && first?.kind === 'group' ? first : { kind: 'group', of: 'all', chips }
}
