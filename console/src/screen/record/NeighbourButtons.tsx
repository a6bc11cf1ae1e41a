import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { useNeighbours } from '../../query/useNeighbours.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'

/** The ways to the records before and after this one in the list that one came from. */
export function NeighbourButtons({ model, record }: { readonly model: ModelMeta; readonly record: RecordJson }) {
  const { words, go } = useShell()
  const { previous, next } = useNeighbours(model.name, record.id) ?? {}
  const open = (id: number | undefined) => {
    if (id !== undefined) go({ screen: 'record', model: model.name, id })
  }
  useKeys(['record'], { previous: () => open(previous), next: () => open(next) })
  if (previous === undefined && next === undefined) return null
  return (
    <span className="record-neighbours">
      <Button
        weight="quiet"
        aria-label={words.record.previous}
        icon={<Icon name="before" />}
        isDisabled={previous === undefined}
        onPress={() => open(previous)}
      />
      <Button
        weight="quiet"
        aria-label={words.record.next}
        icon={<Icon name="open" />}
        isDisabled={next === undefined}
        onPress={() => open(next)}
      />
    </span>
  )
}
