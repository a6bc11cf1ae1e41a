import { type ReactNode, Suspense, useState } from 'react'
import type { RowTools } from '../../../grid/GridProps.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { RowMenu } from '../lazyComponents.ts'
import type { OpenRowMenu } from './RowMenu.tsx'

/** What stands in a row that somebody points at, and its menu while that is open. */
export function useRowTools(route: ListRoute, model: ModelMeta): { tools: RowTools; rowMenu: ReactNode } {
  const { words, go } = useShell()
  const [menu, setMenu] = useState<OpenRowMenu | undefined>()
  const tools = {
    beside: words.list.peek,
    menuOf: words.list.menuOf,
    open: menu?.id,
    onBeside: ({ id }: { readonly id: number }) => go({ ...route, peek: id }),
    onMenu: ({ id, title }: Omit<OpenRowMenu, 'button'>, button: HTMLButtonElement) => setMenu({ id, title, button }),
  }
  const rowMenu = (
    <Suspense>
      {menu ? <RowMenu menu={menu} {...{ route, model }} onClose={() => setMenu(undefined)} /> : null}
    </Suspense>
  )
  return { tools, rowMenu }
}
