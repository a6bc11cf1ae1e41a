import { type ReactNode, Suspense } from 'react'
import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { type Draft, isTouched } from '../../draft/Draft.ts'
import { asText } from '../../field/kinds.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { type FieldMeta, manyOf, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { LockedButton } from '../../component/LockedButton.tsx'
import type { RecordMay } from '../../service/Service.ts'
import { StarButton } from '../../component/StarButton.tsx'
import { ActionButtons } from '../../component/lazyComponents.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import type { WhyAbout } from '../../component/explain/WhyDialog.tsx'
import { NeighbourButtons } from './NeighbourButtons.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import { StepMenu } from './StepMenu.tsx'

interface RecordHeadProps {
  readonly model: ModelMeta
  readonly record: RecordJson | undefined
  readonly draft: Draft
  readonly may: RecordMay | undefined
  readonly isBusy: boolean
  readonly toDecide: number
  /** What others have just changed. */
  readonly status: string
  readonly onStep: (field: FieldMeta, value: string) => void
  readonly onDiscard: () => void
  readonly onWhy: (about: WhyAbout) => void
  /** The button of what stands beside the form. */
  readonly panel: ReactNode
}

/** What stands above a form: at the left what it is, at the right what one can do, and the state of the draft. */
export function RecordHead(props: RecordHeadProps) {
  const { model, record, draft, may, onStep, onWhy } = props
  const { words } = useShell()
  return (
    <header className="record-head">
      <RecordNames model={model} record={record} />
      {record ? <StepMenu {...{ model, record, draft, may, onStep }} /> : null}
      <div className="record-actions">
        {record ? <NeighbourButtons {...{ model, record }} /> : null}
        {record ? (
          <Suspense>
            <ActionButtons
              model={model}
              records={[record]}
              about={titleOf(model, record)}
              isMany={false}
              lock={isTouched(draft) ? words.record.saveFirst : undefined}
              titleOf={() => titleOf(model, record)}
            />
          </Suspense>
        ) : null}
        {record ? <StarButton what={{ model: model.name, record: record.id }} scope="record" /> : null}
        {record ? <RecordMenu {...{ model, record, may, onWhy }} /> : null}
        <DraftState {...props} />
        {props.panel}
      </div>
    </header>
  )
}

/** Which record it is: the way back to the list, and its title. */
function RecordNames({ model, record }: Pick<RecordHeadProps, 'model' | 'record'>) {
  const { words } = useShell()
  return (
    <div className="record-names">
      <a className="record-model" href={toUrl(listOf(model.name))}>
        {manyOf(model)}
      </a>
      <Icon name="forward" size={14} />
      <h1 data-keys="letters" tabIndex={-1}>
        {record ? titleOf(model, record) : words.list.new(model.label)}
      </h1>
    </div>
  )
}

/** What was changed and not saved, or who saved last; and the way to save. */
function DraftState({ model, record, draft, may, isBusy, toDecide, status, onDiscard, onWhy }: RecordHeadProps) {
  const { words } = useShell()
  const { me } = useSession()
  const edits = Object.keys(draft.edits).length
  const mayWrite = record ? (may ? may.update : model.may.update !== 'none') : model.may.create !== 'none'
  const save = record ? words.record.save : words.record.create
  return (
    <div className="record-draft" data-touched={isTouched(draft) || undefined}>
      <span className="record-state" role="status" data-edited={edits > 0 || undefined}>
        {toDecide > 0 ? words.merge.toDecide(toDecide) : edits > 0 ? words.record.changed(edits) : status}
      </span>
      {record && edits === 0 && status === '' ? <LastSaved record={record} /> : null}
      {isTouched(draft) ? (
        <Button weight="quiet" onPress={onDiscard}>
          {words.record.discard}
        </Button>
      ) : null}
      {mayWrite && me.seenBy === undefined ? (
        <Button type="submit" weight="primary" isDisabled={isBusy || !isTouched(draft) || toDecide > 0}>
          {isBusy ? words.record.saving : save}
        </Button>
      ) : (
        <LockedButton label={words.record.mayNot(save)} onWhy={() => onWhy({ action: record ? 'update' : 'create' })}>
          {save}
        </LockedButton>
      )}
    </div>
  )
}

/** Who saved the record last and when, and the way to its history. */
function LastSaved({ record }: { readonly record: RecordJson }) {
  const { words, formats } = useShell()
  const { updatedBy, updatedOn, version } = record
  const who = titleOfLink(updatedBy) || words.value.somebody
  return (
    <span className="record-saved" title={words.record.version(version)}>
      {words.record.updatedBy(who, formats.dateTime(asText(updatedOn)))}
    </span>
  )
}
