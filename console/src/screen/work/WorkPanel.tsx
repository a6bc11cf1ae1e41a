import { type ModelMeta, type RecordJson } from '../../meta/ModelMeta.ts'
import { jobModel, webhookModel } from '../../meta/ownModels.ts'
import { JobPanel } from './JobPanel.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'

/** What is special about records that work in the background: how far a job is, and what a webhook delivered. */
export function WorkPanel({ model, record }: { readonly model: ModelMeta; readonly record: RecordJson }) {
  if (model.name === jobModel) return <JobPanel model={model} record={record} />
  if (model.name === webhookModel) return <WebhookPanel key={record.id} id={record.id} />
  return null
}
