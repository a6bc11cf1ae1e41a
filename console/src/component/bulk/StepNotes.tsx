import type { Preview } from '../../bulk/Preview.ts'
import { labelOf } from '../../field/kinds.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { finalValues, isForGood } from '../../meta/steps.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Notice } from '../Notice.tsx'

/** Which values of a change are final, before it is made. */
export function FinalNote({ model, preview }: { readonly model: ModelMeta; readonly preview: Preview }) {
  const { words } = useShell()
  const found = finalValues(
    model,
    preview.rows.map(({ changes }) => changes),
  )
  if (found.length === 0) return null
  return (
    <Notice tone="plain" icon="warning">
      {found.map(({ field, value }) => words.undo.final(labelOf(value, field))).join(' ')}
    </Notice>
  )
}

/** That an undo will not take the change back, or not all of it; it stands beside the button that makes the change. */
export function ForGoodNote({ model, preview }: { readonly model: ModelMeta; readonly preview: Preview | undefined }) {
  const { words } = useShell()
  const [stuck, all] = countForGood(model, preview)
  if (stuck === 0) return null
  return <p className="bulk-for-good">{stuck === all ? words.undo.forGood : words.undo.someForGood(stuck)}</p>
}

/** How many of the listed records an undo would not take back, and how many change. */
export function countForGood(model: ModelMeta, preview: Preview | undefined): readonly [stuck: number, all: number] {
  const changed = (preview?.rows ?? []).filter(({ outcome }) => outcome === 'changed')
  return [changed.filter(({ changes }) => isForGood(model, changes)).length, changed.length]
}

/** Whether there is anything that an undo could take back. */
export function isUndoable(model: ModelMeta, preview: Preview | undefined): boolean {
  const [stuck, all] = countForGood(model, preview)
  return stuck === 0 || stuck < all
}
