import { isTouched, toSend } from '../../draft/Draft.ts'
import { checkStaleDraft } from '../../draft/checkStaleDraft.ts'
import { type ConflictData, changedFields } from '../../draft/readConflict.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { isComputed, type ModelMeta, type RecordJson } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Notice } from '../../component/Notice.tsx'
import { useStaleDraft } from '../../query/recordQueries.ts'
import { useShell } from '../../shell/Shell.tsx'
import type { DraftState } from './useDraft.ts'
import type { Outcome } from './Outcome.ts'

/** Others changed the record while a draft is open: what they changed, before anybody saves. */
export function StaleDraftBar({
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
  const isStale = base !== undefined && isTouched(draft) && base.version < record.version
  const { data } = toSend(draft, model, words)
  const tried = useStaleDraft(service, { model: model.name, id: record.id, data, version: record.version }, isStale)
  if (!isStale || tried.isPending) return null
  const answer = tried.data as ConflictData | null | undefined
  const check = checkStaleDraft(answer, draft, record, model, words)
  const clashing = check.is === 'clash' ? check.conflict.conflicts : []
  const theirs = changedFields(model, base, record).filter((field) => !isComputed(field))
  const names = clashing.length > 0 ? clashing.map(({ field }) => field) : theirs.map(({ name }) => name)
  const labels = names.map((name) => model.fields.find((field) => field.name === name)?.label ?? name)
  const author = clashing.length > 0 ? clashing[0]?.by?.username : authorOf(base, record)
  const ways = {
    clash: { label: words.record.look, text: words.record.staleClash },
    mergeable: { label: words.record.takeIn, text: words.record.staleMergeable },
    open: { label: undefined, text: words.record.staleOpen },
  }
  const { label, text } = ways[check.is]
  const look = () => {
    if (check.is === 'clash') onConflict({ is: 'conflict', conflict: check.conflict, choices: {}, mine: draft })
    if (check.is === 'mergeable') put({ ...check.rebased, key: newKey() })
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
        {words.record.changedMeanwhile(author ?? words.record.others, labels.join(', '))} {text}
      </span>
    </Notice>
  )
}

/** Who made the change, if there was one alone: of several, the last author says nothing about the others. */
function authorOf(base: RecordJson, { version, updatedBy }: RecordJson): string | undefined {
  return version === base.version + 1 ? titleOfLink(updatedBy) : undefined
}
