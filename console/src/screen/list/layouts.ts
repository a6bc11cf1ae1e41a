import type { ComponentType } from 'react'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import type { Layout } from '../../views/layouts.ts'
import type { LayoutOptions } from '../../views/ViewParts.ts'
import { Board, Calendar, Pivot } from './lazyComponents.ts'

/** What a layout gets: the list that is shown, and what its view and the address say about the layout. */
export interface LayoutProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly options: LayoutOptions
}

/**
 * The layouts besides the grid, a row each: a component that is loaded when it is first shown (`lazily`). It stands
 * below the tabs and the filter; the menu *Layout* offers those that are here. Other layouts are shown as a grid.
 */
export const layoutComponents: Readonly<Partial<Record<Layout, ComponentType<LayoutProps>>>> = {
  board: Board,
  calendar: Calendar,
  pivot: Pivot,
}
