import { useEffect, useState } from 'react'
import type { MenuLine } from '../../../component/Menu.tsx'
import { MenuOverlay } from '../../../component/MenuOverlay.tsx'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { copyText } from '../../../shell/copyText.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'

/** The menu of a row that is open, and the button that it belongs to. */
export interface OpenRowMenu {
  readonly id: number
  readonly title: string
  readonly button: HTMLButtonElement
}

interface RowMenuProps {
  readonly menu: OpenRowMenu
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly onClose: () => void
}

/** What can be done with a record from its row. */
export function RowMenu({ menu, route, model, onClose }: RowMenuProps) {
  const { words } = useShell()
  const [button] = useState({ current: menu.button })
  const lines = useLines(menu.id, route, model)
  useEffect(() => {
    const cell = menu.button.closest<HTMLElement>('td')
    return () => {
      // Its button is there only while somebody points at the row.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) cell?.focus()
      })
    }
  }, [menu])
  return (
    <MenuOverlay
      id="menu-row"
      button={button}
      label={words.list.menuOf(menu.title)}
      lines={lines}
      placement="bottom end"
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    />
  )
}

function useLines(id: number, route: ListRoute, model: ModelMeta): readonly MenuLine[] {
  const { words, go, notify } = useShell()
  const { me } = useSession()
  const record = { screen: 'record', model: model.name, id } as const
  const copy = async () => {
    const isCopied = await copyText(location.origin + toUrl(record))
    notify({ text: isCopied ? words.record.copied : words.failure.notCopied })
  }
  const duplicate: MenuLine = {
    id: 'duplicate',
    label: words.record.duplicate,
    icon: 'duplicate',
    href: toUrl({ screen: 'new', model: model.name, from: id, set: {} }),
  }
  return [
    { id: 'open', label: words.list.openRecord, hint: '⏎', href: toUrl(record) },
    { id: 'beside', label: words.list.peek, icon: 'panel', hint: 'p', onAction: () => go({ ...route, peek: id }) },
    { id: 'copy', label: words.record.copyLink, icon: 'link', isApart: true, onAction: () => void copy() },
    ...(model.may.create === 'none' || me.seenBy ? [] : [duplicate]),
    {
      id: 'history',
      label: words.record.history,
      icon: 'history',
      href: toUrl({ ...record, screen: 'history', at: undefined, with: undefined }),
    },
  ]
}
