import { type RefObject, useRef } from 'react'
import { canGroup } from '../../../chart/Grouping.ts'
import type { Cursor } from '../../../grid/moveCursor.ts'
import type { Column } from '../../../meta/columns.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'
import { groupedByColumn } from './listChanges.ts'

/** The key that groups a list by the column under the cursor. The list that comes takes the focus back. */
export function useGroupKey(route: ListRoute, columns: readonly Column[], cursor: RefObject<Cursor>) {
  const { go } = useShell()
  const shouldFocus = useRef(false)
  useKeys(['list'], {
    group: () => {
      const column = columns[cursor.current.column - 1]
      if (!column || !canGroup(column.field)) return
      shouldFocus.current = true
      go(groupedByColumn(route, column))
    },
  })
  return shouldFocus
}
