import { Icon } from '../../component/Icon.tsx'
import type { Conflict } from '../../draft/Conflict.ts'
import type { Draft } from '../../draft/Draft.ts'
import { alongOf } from '../../draft/mergeBlocks.ts'
import type { FieldMeta, ModelMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** What goes together without a question, folded. */
export function MergeAlong({
  model,
  conflict,
  mine,
}: {
  readonly model: ModelMeta
  readonly conflict: Conflict
  readonly mine: Draft
}) {
  const { words } = useShell()
  const along = alongOf(conflict, mine, model)
  if (along.mine.length + along.theirs.length === 0) return null
  const labels = (fields: readonly FieldMeta[]) => fields.map(({ label }) => label).join(', ') || words.value.none
  return (
    <details className="along">
      <summary>
        <Icon name="check" />
        {words.merge.along(along.mine.length, along.theirs.length)}
      </summary>
      <dl>
        <dt>{words.merge.yoursAlong}</dt>
        <dd>{labels(along.mine)}</dd>
        <dt>{words.merge.theirsAlong}</dt>
        <dd>{labels(along.theirs)}</dd>
      </dl>
    </details>
  )
}
