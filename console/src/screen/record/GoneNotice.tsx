import { useEffect } from 'react'
import { type Draft, toSend } from '../../draft/Draft.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Notice } from '../../component/Notice.tsx'
import { usePast } from '../../query/queries.ts'
import { mayBringBack } from '../../rights/mayBringBack.ts'
import { useBringBack } from '../../component/useBringBack.ts'
import { CopyButton } from '../../component/CopyButton.tsx'
import { Failed } from '../../component/Failed.tsx'
import { RestoreButton } from '../../component/RestoreButton.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import type { DraftState } from './useDraft.ts'

/** The record was deleted while a form was open: who did it, and what can be done with what was typed. */
export function GoneNotice({
  model,
  id,
  state: { draft },
  onBack,
}: {
  readonly model: ModelMeta
  readonly id: number
  readonly state: DraftState
  /**
   * Saves the draft, once the record is there again. What clashes with changes before the delete is asked as always.
   */
  readonly onBack: () => void
}) {
  const { service, words, formats } = useShell()
  const { me } = useSession()
  const past = usePast(service, model.name, id)
  const restore = useBringBack(model, onBack)
  const { refetch } = past
  useEffect(() => void refetch(), [refetch])
  const last = past.data?.pages[0]?.entries[0]
  const deleted = last?.operation === 'delete' ? last : undefined
  const { faults } = toSend(draft, model, words)
  const bringBack = () => {
    if (!deleted) return
    restore.bringBack({ id, version: deleted.version, toVersion: deleted.version - 1 })
  }
  const who = deleted?.by?.username ?? words.value.somebody
  return (
    <>
      <Notice
        tone="theirs"
        icon="delete"
        actions={
          <>
            {deleted && Object.keys(faults).length === 0 ? (
              <RestoreButton
                small
                weight="primary"
                model={model}
                label={words.record.bringBack}
                mayRestore={mayBringBack(model, me.admin)}
                isDisabled={restore.isPending}
                onPress={bringBack}
              />
            ) : null}
            <CopyButton small text={valuesOf(draft, model)}>
              {words.record.copyValues}
            </CopyButton>
          </>
        }
      >
        {deleted ? words.record.gone(who, formats.dateTime(deleted.on)) : words.record.goneUnknown}
      </Notice>
      {restore.error ? <Failed error={restore.error} /> : null}
    </>
  )
}

/** What was typed, as text that can be pasted elsewhere. */
function valuesOf({ edits }: Draft, model: ModelMeta): string {
  const touched = model.fields.filter(({ name, secret }) => edits[name] !== undefined && !secret)
  return JSON.stringify(Object.fromEntries(touched.map(({ name }) => [name, edits[name]])), null, 2)
}
