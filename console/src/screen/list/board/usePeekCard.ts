import { useEffect } from 'react'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** Shows a card beside the board; it follows the cursor. */
export function usePeekCard(route: ListRoute, cursor: number | undefined) {
  const { go } = useShell()
  const { peek } = route
  useEffect(() => {
    const isMoved = document.activeElement?.closest('[data-card]')
    if (isMoved && peek !== undefined && cursor !== undefined && cursor !== peek)
      go({ ...route, peek: cursor }, 'replace')
    // Only another card that somebody goes to is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor])
  const close = (): boolean => {
    if (peek !== undefined) go({ ...route, peek: undefined })
    return peek !== undefined
  }
  const isOpen = peek !== undefined
  return { isOpen, open: (id: number) => (peek === undefined ? go({ ...route, peek: id }) : void close()), close }
}
