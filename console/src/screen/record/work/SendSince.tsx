import { useState } from 'react'
import { asText } from '../../../field/kinds.ts'
import type { Json } from '../../../meta/ModelMeta.ts'
import { Icon } from '../../../component/Icon.tsx'
import { Panel } from '../../../component/Panel.tsx'
import { useResendSince } from '../../../query/workQueries.ts'
import { Failed } from '../../../component/Failed.tsx'
import { ValueEditor } from '../../../component/form/ValueEditor.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'

/** Sends everything again from a moment on, for a receiver that has lost it. */
export function SendSince({
  id,
  onLocked,
}: {
  readonly id: number
  /** Opens why nothing may be sent; undefined for those who may. */
  readonly onLocked: (() => void) | undefined
}) {
  const { service, words, notify } = useShell()
  const [isOpen, setOpen] = useState(false)
  const [since, setSince] = useState<Json>('')
  const { mutate, isPending, error } = useResendSince(service, id)
  const send = () =>
    mutate(
      { since: asText(since) },
      {
        onSuccess: () => {
          setOpen(false)
          notify({ text: words.work.sinceDone })
        },
      },
    )
  return (
    <Panel
      title={words.work.since}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <WriteButton small weight="quiet" icon={<Icon name="history" />} onLocked={onLocked}>
          {words.work.since}
        </WriteButton>
      }
    >
      <div className="work-since">
        <ValueEditor
          field={{ name: 'since', type: 'dateTime', label: words.work.sinceLabel }}
          label={words.work.sinceLabel}
          help={words.work.sinceHelp}
          input={since}
          onEdit={setSince}
        />
        {error ? <Failed error={error} title={words.refusal.notSent} /> : null}
        <WriteButton small weight="primary" isDisabled={isPending || since === '' || since === null} onPress={send}>
          {words.work.again}
        </WriteButton>
      </div>
    </Panel>
  )
}
