import { isUnmet } from '../../expression/isUnmet.ts'
import type { ActionMeta } from '../../meta/ActionMeta.ts'
import type { ModelMeta, RecordLink } from '../../meta/ModelMeta.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/**
 * Tells why an action can't be run for records as they are shown, by the tree of its condition; undefined if it can, or
 * if that is not known here: the service asks again.
 */
export function useNotNow(model: ModelMeta) {
  const { words } = useShell()
  const { me } = useSession()
  const { today, timeZone, yearBegins } = me.application ?? {}
  const place = { today, timeZone, yearBegins, user: { id: me.id, username: me.username } }
  return ({ when }: ActionMeta, records: readonly RecordLink[]): string | undefined => {
    const tree = when?.tree
    if (!tree) return undefined
    return records.some((record) => isUnmet(tree, record, { model, words, place })) ? when.message : undefined
  }
}
