import { Suspense, useState } from 'react'
import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { type Draft, isTouched } from '../../draft/Draft.ts'
import { asText } from '../../field/kinds.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { type Json, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { LockedButton } from '../../component/LockedButton.tsx'
import type { RecordMay } from '../../service/Service.ts'
import { ActionButtons } from '../../component/lazyComponents.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import type { WhyAbout } from '../../component/explain/WhyDialog.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

interface RecordHeadProps {
  readonly model: ModelMeta
  readonly record: RecordJson | undefined
  readonly draft: Draft
  readonly may: RecordMay | undefined
  readonly isBusy: boolean
  readonly toDecide: number
  /** What others have just changed. */
  readonly status: string
  readonly onDiscard: () => void
  readonly onWhy: (about: WhyAbout) => void
}

/** What stands above a form: which record it is, who changed it last, and the way to save. */
export function RecordHead({ model, record, draft, may, isBusy, toDecide, status, onDiscard, onWhy }: RecordHeadProps) {
  const { words } = useShell()
  const { me } = useSession()
  const edits = Object.keys(draft.edits).length
  const isSeen = me.seenBy !== undefined
  const mayDelete = !isSeen && (may ? may.delete : model.may.delete !== 'none')
  const mayWrite = record ? (may ? may.update : model.may.update !== 'none') : model.may.create !== 'none'
  const maySave = !isSeen && mayWrite
  const save = record ? words.record.save : words.record.create
  return (
    <header className="record-head">
      <RecordNames model={model} record={record} />
      <div className="record-actions">
        <span className="dim" role="status">
          {toDecide > 0 ? words.merge.toDecide(toDecide) : edits > 0 ? words.record.changed(edits) : status}
        </span>
        {record && !isTouched(draft) ? (
          <Suspense>
            <ActionButtons model={model} records={[record]} about={titleOf(model, record)} isMany={false} />
          </Suspense>
        ) : null}
        {record && !isTouched(draft) ? (
          mayDelete ? (
            <DeleteButton model={model} record={record} />
          ) : (
            <LockedButton label={words.record.mayNot(words.record.delete)} onWhy={() => onWhy({ action: 'delete' })}>
              {words.record.delete}
            </LockedButton>
          )
        ) : null}
        {isTouched(draft) ? (
          <Button weight="quiet" onPress={onDiscard}>
            {words.record.discard}
          </Button>
        ) : null}
        {maySave ? (
          <Button type="submit" weight="primary" isDisabled={isBusy || !isTouched(draft) || toDecide > 0}>
            {isBusy ? words.record.saving : save}
          </Button>
        ) : (
          <LockedButton label={words.record.mayNot(save)} onWhy={() => onWhy({ action: record ? 'update' : 'create' })}>
            {save}
          </LockedButton>
        )}
      </div>
    </header>
  )
}

/** Which record it is, and who changed it last. */
function RecordNames({ model, record }: Pick<RecordHeadProps, 'model' | 'record'>) {
  const { words, formats } = useShell()
  return (
    <div className="record-names">
      <a className="record-model" href={toUrl(listOf(model.name))}>
        {model.label}
      </a>
      <h1>{record ? titleOf(model, record) : words.list.new(model.label)}</h1>
      {record ? (
        <p className="dim">
          #{record.id} · {words.record.version(record.version)} ·{' '}
          {words.record.updatedBy(authorOf(record.updatedBy, words), formats.dateTime(asText(record.updatedOn)))}
          {' · '}
          <a href={toUrl({ screen: 'history', model: model.name, id: record.id, at: undefined, with: undefined })}>
            {words.record.history}
          </a>
        </p>
      ) : null}
    </div>
  )
}

function DeleteButton({ model, record }: { readonly model: ModelMeta; readonly record: RecordJson }) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button weight="quiet" icon={<Icon name="delete" />} onPress={() => setOpen(true)}>
        {words.record.delete}
      </Button>
      <DeleteDialog model={model} record={record} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function authorOf(by: Json | undefined, words: { readonly value: { readonly somebody: string } }): string {
  return titleOfLink(by) || words.value.somebody
}
