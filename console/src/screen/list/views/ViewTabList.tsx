import { type ReactNode, Suspense } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Menu } from '../../../component/Menu.tsx'
import { listOf, type ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useKnownTotals } from '../../../shell/useKnownTotals.ts'
import { layoutOf, type ListedView } from '../../../views/ViewParts.ts'
import { useFittingTabs } from './useFittingTabs.ts'

interface ViewTabListProps {
  readonly views: readonly ListedView[]
  readonly shown: ListRoute
  /** The list of all records, and whether it is shown. */
  readonly all: ListRoute
  readonly isAll: boolean
  /** Whether the view that is shown was changed. */
  readonly isChanged: boolean
}

/** The list of all records and the views as tabs. Those that do not fit are in a menu. */
export function ViewTabList({ views, shown, all, isAll, isChanged }: ViewTabListProps) {
  const { words, formats } = useShell()
  const totalOf = useKnownTotals(shown.model)
  const [container, fitting] = useFittingTabs(views.length + 1)
  return (
    <>
      <nav ref={container} className="views-tabs" aria-label={words.views.title}>
        <Tab route={all} isCurrent={isAll}>
          {words.views.all}
        </Tab>
        {views.map((view, index) => {
          const total = totalOf(view.id)
          return (
            <Tab
              key={view.id}
              route={tabOf(view, shown)}
              isCurrent={view.id === shown.view}
              isHidden={index + 1 >= fitting}
            >
              {layoutOf(view) === 'grid' ? null : <Icon name={iconOf(view)} size={14} />}
              <span className="views-name">{view.name}</span>
              {total === undefined ? null : <span className="views-total">{formats.number(String(total))}</span>}
              {isShared(view) ? <Icon name="user" size={12} /> : null}
              {view.id === shown.view && isChanged ? (
                <span className="views-changed">{words.views.changed}</span>
              ) : null}
            </Tab>
          )
        })}
      </nav>
      <OtherViews views={views.slice(Math.max(0, fitting - 1))} shown={shown} />
    </>
  )
}

/** The views whose tabs do not fit. */
function OtherViews({ views, shown }: Pick<ViewTabListProps, 'views' | 'shown'>) {
  const { words } = useShell()
  if (views.length === 0) return null
  const current = views.find(({ id }) => id === shown.view)
  return (
    <Suspense>
      <Menu
        label={words.views.title}
        trigger={
          <Button weight="quiet" small icon={<Icon name="open" size={14} />}>
            {current?.name ?? words.frame.more}
          </Button>
        }
        lines={views.map((view) => ({
          id: String(view.id),
          label: view.name,
          icon: iconOf(view),
          href: toUrl(tabOf(view, shown)),
          ...(view.id === shown.view ? { hint: '✓' } : {}),
        }))}
      />
    </Suspense>
  )
}

/** Whether others see it by a role. */
function isShared(view: ListedView): boolean {
  return 'roles' in view && Array.isArray(view.roles) && view.roles.length > 0
}

function iconOf(view: ListedView): 'calendar' | 'board' | 'gallery' | 'pivot' | 'density' {
  const layout = layoutOf(view)
  return layout === 'grid' ? 'density' : layout
}

function tabOf({ id }: ListedView, { model, limit }: ListRoute): ListRoute {
  return listOf(model, { view: id, limit })
}

interface TabProps {
  readonly route: ListRoute
  readonly isCurrent: boolean
  /** Whether it does not fit: it keeps its place, so that one can see when it does. */
  readonly isHidden?: boolean
  readonly children: ReactNode
}

function Tab({ route, isCurrent, isHidden = false, children }: TabProps) {
  return (
    <a
      className="views-tab"
      href={toUrl(route)}
      aria-current={isCurrent ? 'page' : undefined}
      data-hidden={isHidden || undefined}
    >
      {children}
    </a>
  )
}
