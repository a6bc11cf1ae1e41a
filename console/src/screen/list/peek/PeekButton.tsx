import type { RefObject } from 'react'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { type Cursor, underCursor } from '../../../grid/moveCursor.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import type { Page } from '../../../service/Service.ts'
import { useNarrow } from '../../../shell/useNarrow.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** Shows the record under the cursor beside the list, or closes it. */
export function PeekButton({
  route,
  page,
  cursor,
}: {
  readonly route: ListRoute
  readonly page: Page
  readonly cursor: RefObject<Cursor>
}) {
  const { words, go } = useShell()
  const isNarrow = useNarrow()
  const isShown = route.peek !== undefined
  // On a narrow screen a tap opens the record.
  if (isNarrow) return null
  return (
    <Button
      weight="quiet"
      small
      icon={<Icon name="see" />}
      aria-expanded={isShown}
      isDisabled={page.records.length === 0}
      onPress={() => {
        const record = underCursor(page.records, cursor.current) ?? page.records[0]
        go({ ...route, peek: isShown ? undefined : record?.id })
      }}
    >
      {words.list.peek}
    </Button>
  )
}
