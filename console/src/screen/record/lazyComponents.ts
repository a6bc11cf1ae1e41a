import { lazily } from '../../component/lazily.ts'

// What only some models need is loaded with their first record.

export const ArchivedNotice = lazily(() =>
  import('./archive/ArchivedNotice.tsx').then((module) => module.ArchivedNotice),
)
export const LinesGrid = lazily(() => import('./lines/LinesGrid.tsx').then((module) => module.LinesGrid))
export const RecordPanel = lazily(() => import('./panel/RecordPanel.tsx').then((module) => module.RecordPanel))
export const RuleConfirm = lazily(() => import('./rule/RuleConfirm.tsx').then((module) => module.RuleConfirm))
export const RuleFields = lazily(() => import('./rule/RuleFields.tsx').then((module) => module.RuleFields))
export const WebhookFields = lazily(() => import('./work/WebhookFields.tsx').then((module) => module.WebhookFields))
export const WorkPanel = lazily(() => import('./work/WorkPanel.tsx').then((module) => module.WorkPanel))
