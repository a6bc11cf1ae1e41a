import { lazy, type ReactNode, Suspense } from 'react'
import { WhyDialog } from '../../component/explain/WhyDialog.tsx'
import { ShownKey } from '../../component/lazyComponents.ts'
import { Notice } from '../../component/Notice.tsx'
import { isTouched } from '../../draft/Draft.ts'
import type { Input } from '../../field/FieldKind.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { isOwnModel, isWorking, ruleModel, webhookModel } from '../../meta/ownModels.ts'
import type { RecordMay } from '../../service/Service.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { ArchivedNotice, RuleConfirm, RuleFields, WebhookFields, WorkPanel } from './lazyComponents.ts'
import { MergePanel } from './MergePanel.tsx'
import { RecordFields } from './RecordFields.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordNotices } from './RecordNotices.tsx'
import { StaleDraftBar } from './StaleDraftBar.tsx'
import type { Beginning } from './useDraft.ts'
import { type RecordFormState, useRecordForm } from './useRecordForm.ts'
import type { Theirs } from './useTheirs.ts'

/** Only the demo loads it. */
const TryConflict = lazy(async () => ({ default: (await import('./demo/TryConflict.tsx')).TryConflict }))

/** What a form is about. */
interface RecordFormProps {
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
  /** The button of what stands beside the form. */
  readonly panel?: ReactNode
  readonly onSaved: (record: RecordJson) => void
  /** Begins the next new record with some values; only after a new one. */
  readonly onNext?: ((edits: Readonly<Record<string, Input>>) => void) | undefined
}

/** A part of a form: what the form is about, and its state. */
type FormPartProps = RecordFormProps & { readonly form: RecordFormState }

/** The form of a record with its draft: faults beside their fields, and the merge where a save clashes. */
export function RecordForm(props: RecordFormProps) {
  const { model, id, record, may, isGone, owner } = props
  const { words } = useShell()
  const { me } = useSession()
  const form = useRecordForm(props)
  const { state, saving, setWhy } = form
  // What others change meanwhile is in the form already, unless something is typed: then it is asked about.
  const fresh = isTouched(state.draft) ? undefined : props.theirs
  return (
    <form className="record-form" onSubmit={form.onSubmit} noValidate>
      <RecordHead
        model={model}
        record={record}
        draft={state.draft}
        may={may}
        isBusy={saving.isBusy}
        toDecide={saving.toDecide}
        status={fresh ? words.live.record(fresh.who ?? words.record.others, fresh.labels.join(', ')) : ''}
        onStep={state.edit}
        onDiscard={form.onDiscard}
        onWhy={setWhy}
        panel={props.panel}
      />
      <ModelNotices {...props} form={form} />
      <RecordNotices {...{ model, id, state, saving, isGone }} faults={form.faults} />
      <OthersChanges {...props} form={form} />
      <Suspense>{saving.made ? <ShownKey {...saving.made} /> : null}</Suspense>
      <FormFields {...props} form={form} fresh={fresh?.fields} />
      <WhyDialog
        model={model}
        id={id}
        about={form.why}
        instead={me.seenBy ? words.seeAs.lockedWhy(me.username) : owner && words.access.fileOwns(owner)}
        onClose={() => setWhy(undefined)}
      />
    </form>
  )
}

/** What only some records have above their form: the demo's conflict, the file that owns it, its work. */
function ModelNotices({ model, id, record, may, isGone, owner, form }: FormPartProps) {
  const { words, demo } = useShell()
  const { me } = useSession()
  const { state, saving, setWhy } = form
  return (
    <>
      {demo && !isOwnModel(model.name) && me.admin && !me.seenBy && id !== undefined && !isGone ? (
        <Suspense>
          <TryConflict model={model} id={id} state={state} outcome={saving.outcome.is} />
        </Suspense>
      ) : null}
      {model.archive && record ? (
        <Suspense>
          <ArchivedNotice record={record} />
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
    </>
  )
}

/** What others changed meanwhile: that there is something, or the choices where a save clashes with it. */
function OthersChanges({ model, id, record, isGone, form: { state, saving, conflict, blocks } }: FormPartProps) {
  const { outcome, setOutcome } = saving
  // The feed may report one's own save before its answer is there, or where it was lost.
  const isSending = saving.isBusy || outcome.is === 'lost'
  if (conflict)
    return (
      <MergePanel
        model={model}
        blocks={blocks}
        conflict={conflict.conflict}
        mine={conflict.mine}
        now={record}
        choices={conflict.choices}
        onChoices={(choices) => setOutcome({ ...conflict, choices })}
        onOther={state.edit}
      />
    )
  if (id === undefined || !record || isGone || isSending) return null
  return <StaleDraftBar model={model} record={record} state={state} onConflict={setOutcome} />
}

/** The fields of a form. Rules and webhooks have their own, and a rule is confirmed. */
function FormFields({
  model,
  id,
  may,
  form,
  fresh,
}: FormPartProps & { readonly fresh: readonly string[] | undefined }) {
  const { me } = useSession()
  const isRule = model.name === ruleModel
  const Fields = isRule ? RuleFields : model.name === webhookModel ? WebhookFields : RecordFields
  return (
    <Suspense>
      <Fields
        model={model}
        id={id}
        state={form.state}
        may={may}
        isLocked={me.seenBy !== undefined}
        faults={{ ...form.broken, ...form.faults }}
        preview={form.preview}
        conditions={form.conditions}
        pins={form.pins}
        fresh={fresh}
        hidden={form.blocks.flatMap(({ fields }) => fields.map(({ field }) => field.name))}
        onWhy={form.setWhy}
      />
      {isRule ? <RuleConfirm model={model} id={id} {...form.confirm} /> : null}
    </Suspense>
  )
}
