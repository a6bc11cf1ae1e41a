import type { Target } from '../../bulk/Target.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import type { Column } from '../../meta/columns.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useCopy } from './useCopy.ts'

/** Copies what is selected as a table of text. */
export function CopyRecords({
  model,
  columns,
  target,
}: {
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly target: Target
}) {
  const { words } = useShell()
  const copy = useCopy(model, columns, target)
  return (
    <Button small icon={<Icon name="copy" />} isDisabled={copy.isPending} onPress={() => copy.mutate()}>
      {words.bulk.copy}
    </Button>
  )
}
