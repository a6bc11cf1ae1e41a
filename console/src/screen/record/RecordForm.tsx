import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react'
import { blocksOf } from '../../draft/mergeBlocks.ts'
import { draftOf, isTouched, toSend } from '../../draft/Draft.ts'
import { isWorking, ruleModel, webhookModel } from '../../meta/ownModels.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { Notice } from '../../component/Notice.tsx'
import { isFailure } from '../../service/isFailure.ts'
import type { RecordMay } from '../../service/Service.ts'
import { ShownKey } from '../../component/lazyComponents.ts'
import { RuleConfirm, RuleFields, WebhookFields, WorkPanel } from './lazyComponents.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { type WhyAbout, WhyDialog } from '../../component/explain/WhyDialog.tsx'
import { MergePanel } from './MergePanel.tsx'
import { StaleDraftBar } from './StaleDraftBar.tsx'
import { RecordFields } from './RecordFields.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordNotices } from './RecordNotices.tsx'
import { type Beginning, useDraft } from './useDraft.ts'
import { useFocusOnFault } from './useFocusOnFault.ts'
import type { Theirs } from './useTheirs.ts'
import { useSaving } from './useSaving.ts'

/** Only the demo loads it. */
const TryConflict = lazy(async () => ({ default: (await import('./demo/TryConflict.tsx')).TryConflict }))

/** The form of a record with its draft: faults beside their fields, and the merge where a save clashes. */
export function RecordForm({
  model,
  id,
  record,
  may,
  isGone,
  theirs,
  beginning,
  owner,
  onSaved,
}: {
  readonly model: ModelMeta
  readonly id: number | undefined
  readonly record: RecordJson | undefined
  /** What may be done with the record; undefined for a new one. */
  readonly may: RecordMay | undefined
  /** Whether it was deleted meanwhile. */
  readonly isGone: boolean
  /** What somebody else changed last while it was open. */
  readonly theirs?: Theirs | undefined
  readonly beginning?: Beginning | undefined
  /** The role whose file owns the record: it is changed there and not here. */
  readonly owner?: string | undefined
  readonly onSaved: (record: RecordJson) => void
}) {
  const { words, newKey, go, demo } = useShell()
  const { me } = useSession()
  const origin = { from: beginning?.copied?.id, set: beginning?.set }
  const state = useDraft({ user: me.id, model: model.name, id, ...origin }, model, record, beginning)
  const { draft, put } = state
  const saving = useSaving(model, id, record, state, onSaved)
  const { outcome, setOutcome } = saving
  const isRule = model.name === ruleModel
  const [asked, setAsked] = useState<ReturnType<typeof saving.sending>>()
  const send = () => {
    if (me.seenBy) return setWhy({ action: 'update' })
    if (id !== undefined && outcome.is === 'none' && !isTouched(draft)) return
    // A rule shows first what it changes for others.
    const data = isRule ? saving.sending() : undefined
    if (data) setAsked(data)
    else saving.send()
  }
  const Fields = isRule ? RuleFields : model.name === webhookModel ? WebhookFields : RecordFields
  const [why, setWhy] = useState<WhyAbout | undefined>()
  const { faults } = useMemo(() => toSend(draft, model, words), [draft, model, words])
  const refused =
    outcome.is === 'failed' && isFailure(outcome.error, 'invalid-record') ? (outcome.error.errors ?? {}) : {}
  const shown = saving.isTried ? { ...refused, ...faults } : refused
  const conflict = outcome.is === 'conflict' ? outcome : undefined
  const blocks = useMemo(() => (conflict ? blocksOf(conflict.conflict, conflict.mine, model) : []), [conflict, model])
  useFocusOnFault(saving.refusals)
  useKeys(['record'], {
    save: send,
    why: () => setWhy({ action: id === undefined ? 'create' : 'update' }),
    ...(id === undefined
      ? {}
      : {
          history: () => go({ screen: 'history', model: model.name, id, at: undefined, with: undefined }),
          duplicate: () => go({ screen: 'new', model: model.name, from: id, set: {} }),
        }),
  })
  // The feed may tell of one's own save before its answer is there, or where it was lost.
  const isSending = saving.isBusy || outcome.is === 'lost'
  // What others change meanwhile is in the form already, unless something is typed: then it is asked about.
  const fresh = isTouched(draft) ? undefined : theirs
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onDiscard = () => {
    put(draftOf(record, newKey()))
    setOutcome({ is: 'none' })
  }
  return (
    <form className="record-form" onSubmit={onSubmit} noValidate>
      <RecordHead
        model={model}
        record={record}
        draft={draft}
        may={may}
        isBusy={saving.isBusy}
        toDecide={saving.toDecide}
        status={fresh ? words.live.record(fresh.who ?? words.record.others, fresh.labels.join(', ')) : ''}
        onDiscard={onDiscard}
        onWhy={setWhy}
      />
      {demo && me.admin && !me.seenBy && id !== undefined && !isGone ? (
        <Suspense>
          <TryConflict model={model} id={id} state={state} outcome={outcome.is} />
        </Suspense>
      ) : null}
      {owner ? (
        <Notice tone="plain" icon="file">
          {words.access.fileOwns(owner)}
        </Notice>
      ) : null}
      {record && id !== undefined && isWorking(model.name) ? (
        <Suspense>
          <WorkPanel model={model} record={record} may={may} onWhy={setWhy} />
        </Suspense>
      ) : null}
      <RecordNotices model={model} id={id} state={state} saving={saving} isGone={isGone} faults={shown} />
      {id !== undefined && record && !conflict && !isGone && !isSending ? (
        <StaleDraftBar model={model} record={record} state={state} onConflict={setOutcome} />
      ) : null}
      {conflict ? (
        <MergePanel
          model={model}
          blocks={blocks}
          conflict={conflict.conflict}
          mine={conflict.mine}
          choices={conflict.choices}
          onChoices={(choices) => setOutcome({ ...conflict, choices })}
          onOther={state.edit}
        />
      ) : null}
      <Suspense>{saving.made ? <ShownKey {...saving.made} /> : null}</Suspense>
      <Suspense>
        <Fields
          model={model}
          id={id}
          state={state}
          may={may}
          isLocked={me.seenBy !== undefined}
          faults={shown}
          fresh={fresh?.fields}
          hidden={blocks.flatMap(({ fields }) => fields.map(({ field }) => field.name))}
          onWhy={setWhy}
        />
        {isRule ? (
          <RuleConfirm
            model={model}
            id={id}
            data={asked}
            onConfirm={() => {
              setAsked(undefined)
              saving.send()
            }}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </Suspense>
      <WhyDialog
        model={model}
        id={id}
        about={why}
        instead={me.seenBy ? words.seeAs.lockedWhy(me.username) : owner && words.access.fileOwns(owner)}
        onClose={() => setWhy(undefined)}
      />
    </form>
  )
}
