import type { NewestChangesPlan } from '../plan/newestChanges.ts'
import type { NewestChange, NewestChanges } from '../statement/newestChanges.ts'
import { entriesWithTitles } from './entriesWithTitles.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { findTitles, type WantedTitles, wantTitles } from './titles.ts'

/** The time in which a page looks for changes, in milliseconds: what few match is looked for by the next page. */
const maxTime = 1_000

/** Loads a page of the newest changes: as many as it may have, unless they are rare. */
export async function newestChanges(plan: NewestChangesPlan, services: ExecutionServices): Promise<NewestChanges> {
  const began = performance.now()
  const entries: NewestChange[] = []
  let part: NewestChanges = { entries, next: 0, more: true }
  let { before } = plan
  do {
    const asked = { ...plan, ...(before === undefined ? {} : { before }), limit: plan.limit - entries.length }
    part = await services.run.newestChanges(asked)
    entries.push(...part.entries)
    before = part.next
  } while (part.more && entries.length < plan.limit && performance.now() - began < maxTime)
  return { ...part, entries: plan.titles ? await withAllTitles(entries, plan, services) : entries }
}

/** The changes with the titles of their own records, too. */
async function withAllTitles(
  entries: readonly NewestChange[],
  { authorization }: NewestChangesPlan,
  services: ExecutionServices,
): Promise<NewestChange[]> {
  const wanted: WantedTitles = new Map()
  for (const { model, id } of entries) wantTitles(id, model, wanted)
  const titles = await findTitles(wanted, authorization, services)
  const shown = await entriesWithTitles(entries, ({ model }) => services.models.get(model), authorization, services)
  return shown.map((entry) => {
    const title = titles.get(entry.model)?.get(entry.id)
    return title === undefined ? entry : { ...entry, title }
  })
}
