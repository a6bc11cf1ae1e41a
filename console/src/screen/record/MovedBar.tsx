import { toSend } from '../../draft/Draft.ts'
import { isTouched, rebase } from '../../draft/Draft.ts'
import { type ConflictData, movedFields, readConflict } from '../../draft/readConflict.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { isComputed, type ModelMeta, type RecordJson } from '../../meta/ModelMeta.ts'
import { Button } from '../../part/Button.tsx'
import { Notice } from '../../part/Notice.tsx'
import { useMoved } from '../../query/recordQueries.ts'
import { isFailure } from '../../service/isFailure.ts'
import { useShell } from '../Shell.tsx'
import type { DraftState } from './useDraft.ts'
import type { Outcome } from './useSaving.ts'

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
  const what = `${base?.version} ${record.version} ${Object.keys(draft.edits).join(',')}`
  const tried = useMoved(service, { model: model.name, id: record.id, data, what }, isMoved)
  if (!isMoved || tried.data === undefined) return null
  const conflict = isFailure(tried.data, 'version-conflict')
    ? readConflict(tried.data.data as unknown as ConflictData, draft, model, words)
    : undefined
  const clashing = conflict?.conflicts ?? []
  const theirs = movedFields(model, base, record).filter((field) => !isComputed(field))
  const names = clashing.length > 0 ? clashing.map(({ field }) => field) : theirs.map(({ name }) => name)
  const labels = names.map((name) => model.fields.find((field) => field.name === name)?.label ?? name)
  const author = clashing.length > 0 ? clashing[0]?.by?.username : authorOf(base, record)
  const look = () =>
    conflict && clashing.length > 0
      ? onConflict({ is: 'conflict', conflict, choices: {}, mine: draft })
      : put(rebase(draft, record, model, newKey()))
  return (
    <Notice
      tone="theirs"
      icon="user"
      actions={
        <Button small onPress={look}>
          {clashing.length > 0 ? words.record.look : words.record.takeIn}
        </Button>
      }
    >
      <span>
        {words.record.moved(author ?? words.record.others, labels.join(', '))}{' '}
        {clashing.length > 0 ? words.record.movedClash : words.record.movedAlong}
      </span>
    </Notice>
  )
}

/** Who made the change, if there was one alone: of several, the last author says nothing about the others. */
function authorOf(base: RecordJson, { version, updatedBy }: RecordJson): string | undefined {
  return version === base.version + 1 ? titleOfLink(updatedBy) : undefined
}
