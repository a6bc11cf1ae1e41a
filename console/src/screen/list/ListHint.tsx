import { useState } from 'react'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { titleOf } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { DemoStrip } from '../../component/demo/DemoStrip.tsx'
import { hasTried, rememberTried } from '../../component/demo/demoHint.ts'

/** Above the first list of the demo: what to try next. It goes away once a conflict was settled. */
export function ListHint({ model, record }: { readonly model: ModelMeta; readonly record: RecordJson }) {
  const { words, storage, go } = useShell()
  const [isNeeded, setNeeded] = useState(() => !hasTried(storage))
  if (!isNeeded) return null
  const close = () => {
    rememberTried(storage)
    setNeeded(false)
  }
  return (
    <DemoStrip
      actions={
        <>
          <Button small onPress={() => go({ screen: 'record', model: model.name, id: record.id })}>
            {words.demo.open(titleOf(model, record))}
          </Button>
          <Button weight="quiet" small icon={<Icon name="clear" />} aria-label={words.demo.stop} onPress={close} />
        </>
      }
    >
      {words.demo.list}
    </DemoStrip>
  )
}
