import type { ReactNode } from 'react'
import { nextPage, pageAt, positionOf, previousPage } from '../../route/paging.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { Button } from '../../component/Button.tsx'
import { Icon, type IconName } from '../../component/Icon.tsx'
import type { Page } from '../../service/Service.ts'
import { useShell } from '../../shell/Shell.tsx'

const sizes = [25, 50, 100]

/** The way to other pages. Totals are exact, so that the last page is one of them. */
export function Pager({
  route,
  page,
  children,
}: {
  readonly route: ListRoute
  readonly page: Page
  /** What else there is to say about the page. */
  readonly children?: ReactNode
}) {
  const { words, go } = useShell()
  const { offset, total } = page
  const position = positionOf(route)
  const end = offset + page.records.length
  const hasMore = total === undefined ? page.next !== undefined : end < total
  const last = Math.max(0, Math.ceil((total ?? 0) / route.limit) - 1) * route.limit
  const known = sizes.includes(route.limit) ? sizes : [...sizes, route.limit]
  return (
    <footer className="pager">
      <label className="pager-rows">
        <span>{words.columns.rows}</span>
        <select
          value={route.limit}
          onChange={(event) => go({ ...pageAt(route, 0), limit: Number(event.target.value) })}
        >
          {known.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      {children}
      <span>{words.list.total(offset + 1, end, total)}</span>
      <Way label={words.list.first} icon="first" isDisabled={position === 0} onPress={() => go(pageAt(route, 0))} />
      <Way
        label={words.list.previous}
        icon="back"
        isDisabled={position === 0}
        onPress={() => go(previousPage(route))}
      />
      <Way
        label={words.list.next}
        icon="forward"
        isDisabled={!hasMore}
        onPress={() => go(nextPage(route, page.next))}
      />
      <Way
        label={words.list.last}
        icon="last"
        isDisabled={!hasMore || total === undefined}
        onPress={() => go(pageAt(route, last))}
      />
    </footer>
  )
}

function Way({
  label,
  icon,
  isDisabled,
  onPress,
}: {
  readonly label: string
  readonly icon: IconName
  readonly isDisabled: boolean
  readonly onPress: () => void
}) {
  return (
    <Button
      weight="quiet"
      small
      aria-label={label}
      icon={<Icon name={icon} />}
      isDisabled={isDisabled}
      onPress={onPress}
    />
  )
}
