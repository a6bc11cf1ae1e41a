import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { findTitles, targetOf, type WantedTitles, wantTitles, withTitles } from './titles.ts'

/** What a write did to some fields. */
interface ShownEntry {
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown; readonly secret?: true }>>
}

/** Some writes with the titles of the records to which their values refer; `modelOf` is the model that was written. */
export async function entriesWithTitles<Entry extends ShownEntry>(
  entries: readonly Entry[],
  modelOf: (entry: Entry) => Model,
  authorization: Authorization,
  services: ExecutionServices,
): Promise<Entry[]> {
  const wanted: WantedTitles = new Map()
  for (const entry of entries)
    for (const [field, change] of Object.entries(entry.changes)) {
      const target = targetOf(field, modelOf(entry))
      if (target !== undefined) wantTitles([change.from, change.to].flat(), target, wanted)
    }
  const titles = await findTitles(wanted, authorization, services)
  const toShown = (field: string, change: ShownEntry['changes'][string], owner: Model) => {
    const target = targetOf(field, owner)
    if (target === undefined || !('from' in change)) return change
    return { from: withTitles(change.from, target, titles), to: withTitles(change.to, target, titles) }
  }
  return entries.map((entry) => {
    const changes = Object.entries(entry.changes)
    const shown = changes.map(([field, change]) => [field, toShown(field, change, modelOf(entry))])
    return { ...entry, changes: Object.fromEntries(shown) }
  })
}
