import type { Words } from '../../../i18n/Words.ts'

/** What stands beside a form: what happened to the record, or what is known of it. */
export type PanelTab = 'activity' | 'details'

export function panelTabs(words: Words): readonly { readonly id: PanelTab; readonly label: string }[] {
  return [
    { id: 'activity', label: words.changes.title },
    { id: 'details', label: words.activity.details },
  ]
}
