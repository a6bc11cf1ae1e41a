import { isTouched, toSend } from '../../draft/Draft.ts'
import { judgeMoved } from '../../draft/judgeMoved.ts'
import { type ConflictData, movedFields } from '../../draft/readConflict.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { isComputed, type ModelMeta, type RecordJson } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Notice } from '../../component/Notice.tsx'
import { useMoved } from '../../query/recordQueries.ts'
import { useShell } from '../../shell/Shell.tsx'
import type { DraftState } from './useDraft.ts'
import type { Outcome } from './Outcome.ts'

/** Others changed the record while a draft is open: what they changed, before anybody saves. */
export function MovedBar({
  model,
  record,
  state: { draft, put },
  onConflict,
}: {
  readonly model: ModelMeta
  /** The record as it is now. */
  readonly record: RecordJson
  readonly state: DraftState
  readonly onConflict: (outcome: Outcome) => void
}) {
  const { service, words, newKey } = useShell()
  const { base } = draft
  const isMoved = base !== undefined && isTouched(draft) && base.version < record.version
  const { data } = toSend(draft, model, words)
  const tried = useMoved(service, { model: model.name, id: record.id, data, version: record.version }, isMoved)
  if (!isMoved || tried.isPending) return null
  const answer = tried.data as ConflictData | null | undefined
  const moved = judgeMoved(answer, draft, record, model, words)
  const clashing = moved.is === 'clash' ? moved.conflict.conflicts : []
  const theirs = movedFields(model, base, record).filter((field) => !isComputed(field))
  const names = clashing.length > 0 ? clashing.map(({ field }) => field) : theirs.map(({ name }) => name)
  const labels = names.map((name) => model.fields.find((field) => field.name === name)?.label ?? name)
  const author = clashing.length > 0 ? clashing[0]?.by?.username : authorOf(base, record)
  const ways = {
    clash: { label: words.record.look, said: words.record.movedClash },
    along: { label: words.record.takeIn, said: words.record.movedAlong },
    open: { label: undefined, said: words.record.movedOpen },
  }
  const { label, said } = ways[moved.is]
  const look = () => {
    if (moved.is === 'clash') onConflict({ is: 'conflict', conflict: moved.conflict, choices: {}, mine: draft })
    if (moved.is === 'along') put({ ...moved.rebased, key: newKey() })
  }
  return (
    <Notice
      tone="theirs"
      icon="user"
      actions={
        label === undefined ? undefined : (
          <Button small isDisabled={tried.isPlaceholderData} onPress={look}>
            {label}
          </Button>
        )
      }
    >
      <span>
        {words.record.moved(author ?? words.record.others, labels.join(', '))} {said}
      </span>
    </Notice>
  )
}

/** Who made the change, if there was one alone: of several, the last author says nothing about the others. */
function authorOf(base: RecordJson, { version, updatedBy }: RecordJson): string | undefined {
  return version === base.version + 1 ? titleOfLink(updatedBy) : undefined
}
