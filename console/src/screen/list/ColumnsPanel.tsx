import { Suspense, useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Panel } from '../../component/Panel.tsx'
import { ColumnsEditor } from './lazyComponents.ts'
import { useShell } from '../../shell/Shell.tsx'
import type { ColumnsEditorProps } from './ColumnsEditor.tsx'

/** The button that opens the choice of columns. */
export function ColumnsPanel(props: ColumnsEditorProps) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title={words.columns.title}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button weight="quiet" small icon={<Icon name="columns" />}>
          {words.columns.title}
        </Button>
      }
    >
      <Suspense>
        <ColumnsEditor {...props} />
      </Suspense>
    </Panel>
  )
}
