import { type Layout, fieldsFor } from '../../../views/layouts.ts'
import { layoutOf, optionsOf } from '../../../views/ViewParts.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Menu, type MenuLine } from '../../../component/Menu.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { layoutComponents } from '../layouts.ts'

/** The most fields that a layout is offered by. */
const most = 5

/** How the list shows its records: as a grid, or as another layout by one of its fields. */
export function ViewMenu({ route, model }: { readonly route: ListRoute; readonly model: ModelMeta }) {
  const { words } = useShell()
  const shown = layoutOf(route)
  const { by, from } = optionsOf(route)
  const to = (layout: Layout, field = '') => toUrl({ ...route, layout, by: field, groupBy: [], footer: [], chart: '' })
  const linesOf = (layout: 'board' | 'calendar', label: (field: string) => string): MenuLine[] =>
    layoutComponents[layout]
      ? fieldsFor(layout, model)
          .slice(0, most)
          .map((field, index) => ({
            id: `${layout} ${field.name}`,
            label: label(field.label),
            icon: layout,
            href: to(layout, field.name),
            isApart: index === 0,
            ...(shown === layout && field.name === (by ?? from) ? { hint: '✓' } : {}),
          }))
      : []
  const others = [...linesOf('board', words.views.boardBy), ...linesOf('calendar', words.views.calendarBy)]
  const pivot = {
    ...(shown === 'pivot' ? { hint: '✓' } : {}),
    icon: 'pivot' as const,
    href: to('pivot'),
    isApart: true,
  }
  const grid = { ...(shown === 'grid' ? { hint: '✓' } : {}), icon: 'density' as const, href: to('grid') }
  return (
    <Menu
      trigger={
        <Button weight="quiet" small icon={<Icon name="board" />}>
          {words.views.layout}
        </Button>
      }
      label={words.views.layout}
      lines={[
        { id: 'grid', label: words.views.grid, ...grid },
        ...others,
        { id: 'pivot', label: words.pivot.layout, ...pivot },
      ]}
    />
  )
}
