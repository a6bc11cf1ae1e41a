import type { Envelope } from '../envelope/Envelope.ts'
import { toHistoryEnvelope } from '../envelope/success.ts'
import type { Model } from '../model/Model.ts'
import type { HistoryPlan } from '../plan/Plan.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { recordNotFound } from './requireRecord.ts'
import { findTitles, targetOf, type WantedTitles, wantTitles, withTitles } from './titles.ts'

/** An entry of a history; that of a member has the member's model. */
interface ShownEntry {
  readonly model?: string
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>
}

/** Shows a page of a record's history, with the titles of other records if the plan asks for them. */
export async function history(plan: HistoryPlan, services: ExecutionServices): Promise<Envelope> {
  const page = await (plan.members ? services.run.memberHistory(plan) : services.run.history(plan))
  if (!page) throw recordNotFound(plan.id)
  if (!plan.titles) return toHistoryEnvelope(page, plan.offset)
  const entries: ShownEntry[] = JSON.parse(`[${page.entries}]`)
  const shown = await entriesWithTitles(entries, plan, services)
  return toHistoryEnvelope({ ...page, entries: shown.map((entry) => JSON.stringify(entry)).join() }, plan.offset)
}

async function entriesWithTitles(
  entries: readonly ShownEntry[],
  { model, authorization }: HistoryPlan,
  services: ExecutionServices,
): Promise<ShownEntry[]> {
  const modelOf = ({ model: name }: ShownEntry) => (name === undefined ? model : services.models.get(name))
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
