import { type ModelMeta, type RecordJson } from '../../../meta/ModelMeta.ts'
import { jobModel, webhookModel } from '../../../meta/ownModels.ts'
import type { RecordMay } from '../../../service/Service.ts'
import type { WhyAbout } from '../../../component/explain/WhyDialog.tsx'
import { JobPanel } from './JobPanel.tsx'
import { locksOf } from './locksOf.ts'
import { WebhookPanel } from './WebhookPanel.tsx'

/** What is special about records that work in the background: how far a job is, and what a webhook delivered. */
export function WorkPanel({
  model,
  record,
  may,
  onWhy,
}: {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly may: RecordMay | undefined
  readonly onWhy: (about: WhyAbout) => void
}) {
  if (model.name === jobModel)
    return <JobPanel model={model} record={record} locks={locksOf(model, may, onWhy, 'state')} />
  if (model.name === webhookModel)
    return <WebhookPanel key={record.id} id={record.id} onLocked={locksOf(model, may, onWhy).update} />
  return null
}
