import type { Envelope } from '../envelope/Envelope.ts'
import { toHistoryEnvelope } from '../envelope/success.ts'
import type { HistoryPlan } from '../plan/Plan.ts'
import { entriesWithTitles } from './entriesWithTitles.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { recordNotFound } from './requireRecord.ts'

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
  const modelOf = ({ model: name }: ShownEntry) => (name === undefined ? plan.model : services.models.get(name))
  const shown = await entriesWithTitles(entries, modelOf, plan.authorization, services)
  return toHistoryEnvelope({ ...page, entries: shown.map((entry) => JSON.stringify(entry)).join() }, plan.offset)
}
