import { useState } from 'react'
import { asText } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { useRotateKey } from '../../query/accessQueries.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Button } from '../Button.tsx'
import { Choice } from '../Choice.tsx'
import { Dialog } from '../Dialog.tsx'
import { Failed } from '../Failed.tsx'
import { ShownKey } from '../ShownKey.tsx'

const overlaps = ['0s', '1h', '24h', '7d'] as const

/** Makes a key in place of another one, which works on for a time. */
export function RotateKey({ record, onClose }: { readonly record: RecordJson; readonly onClose: () => void }) {
  const { service, words } = useShell()
  const rotate = useRotateKey(service)
  const [overlap, setOverlap] = useState<string>('24h')
  const name = asText(record.name)
  if (rotate.data) return <ShownKey title={words.user.keyMade(name)} token={rotate.data.token} onClose={onClose} />
  return (
    <Dialog title={words.user.rotateKeyTitle(name)} isOpen onClose={onClose}>
      <p>{words.user.rotateTells}</p>
      {rotate.error ? <Failed error={rotate.error} title={words.refusal.notSaved} /> : null}
      <Choice
        label={words.user.overlap}
        options={overlaps.map((value) => ({ value, label: words.user.overlaps[value] }))}
        value={overlap}
        always
        none=""
        onChange={(chosen) => setOverlap(chosen ?? '24h')}
      />
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.user.cancel}</Button>
        <Button
          weight="primary"
          isDisabled={rotate.isPending}
          onPress={() => rotate.mutate({ id: record.id, overlap })}
        >
          {words.user.rotate}
        </Button>
      </div>
    </Dialog>
  )
}
