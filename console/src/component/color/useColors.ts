import { isMet } from '../../expression/isUnmet.ts'
import type { ChoiceColor, ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import type { ColorMeta } from '../../meta/ViewMeta.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** A colour that a record has, and what gets it: the record, or one of its fields. */
export interface FoundColor {
  readonly color: ChoiceColor
  readonly on: 'row' | 'cell' | 'text'
  readonly field: string | undefined
}

/**
 * The colour of a record by the conditions of its view: that of the first one that it meets, as the service would
 * evaluate it. A condition that can't be decided of what was read is not met.
 */
export function useColors(model: ModelMeta, { colors = [] }: { readonly colors?: readonly ColorMeta[] | undefined }) {
  const { words } = useShell()
  const { me } = useSession()
  const { today, timeZone, yearBegins } = me.application ?? {}
  const place = { today, timeZone, yearBegins, user: { id: me.id, username: me.username } }
  return (record: RecordJson): FoundColor | undefined => {
    const found = colors.find(({ tree }) => tree && isMet(tree, record, { model, words, place }))
    return found && { color: found.color, on: found.on ?? 'row', field: found.field }
  }
}
