import { Failure } from '../failure/failure.ts'
import { requireAt } from '../failure/invariant.ts'
import type { FeedPosition } from '../plan/changeToken.ts'
import type { ChangesPlan } from '../plan/changes.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Change } from './Change.ts'
import { toVisibleChanges } from './toVisibleChanges.ts'
import { withRecords } from './withRecords.ts'

/** A page of the feed as a caller sees it. */
export interface ChangesPage {
  readonly changes: readonly Change[]
  /** Where the next page begins. */
  readonly next: FeedPosition
  /** Whether the caller would see more changes. */
  readonly more: boolean
  /** The released mark: nothing can follow until it has moved. */
  readonly released: number
}

/** The fewest entries that are read at a time, for a caller who sees few of them. */
const minEntries = 100
/** The most bytes of changes in a page that has more than one. */
const maxBytes = 4 * 1024 ** 2
/** The time limit of a page, in milliseconds, even if it is still empty. */
const maxTime = 3_000

/** What becomes of a change if it can't be decided any more whether the caller sees it. */
export type ToUnknown = (entry: JournaledChange) => Change

/**
 * Loads a page. It reads on until there is one change more than the page may have, or until the mark: so a page does
 * not reveal changes that the caller does not see, not even by its size.
 */
export async function loadChanges(
  plan: ChangesPlan,
  services: ExecutionServices,
  toUnknown: ToUnknown = refuseUnknown,
): Promise<ChangesPage> {
  const page = await loadPage(plan, services, toUnknown)
  if (!plan.withRecord) return page
  const changes = await withRecords(page.changes, plan.authorization, services)
  const last = changes.at(-1)
  // Large records make a page shorter: the next one continues behind the last change that has its record.
  return last && changes.length < page.changes.length
    ? { ...page, changes, next: last.at, more: true }
    : { ...page, changes }
}

async function loadPage(plan: ChangesPlan, services: ExecutionServices, toUnknown: ToUnknown): Promise<ChangesPage> {
  const { models, authorization, limit } = plan
  const found: Change[] = []
  const began = performance.now()
  let question = { models, authorization, after: plan.after, limit: Math.max(minEntries, limit + 1), from: 0 }
  for (;;) {
    const part = await services.run.changes(question)
    if (part.gone) throw toGone(part.gone)
    const seen = await toVisibleChanges(part.entries, authorization, services)
    for (const [index, change] of seen.entries())
      if (change === 'unknown') found.push(toUnknown(requireAt(part.entries, index)))
      else if (change !== 'unseen') found.push(change)
    const changes = found.slice(0, countFitting(found, limit))
    const last = changes.at(-1)
    if (changes.length < found.length && last) return { changes, next: last.at, more: true, released: part.released }
    if (!part.more || performance.now() - began > maxTime)
      return { changes: found, next: part.next, more: part.more, released: part.released }
    question = { ...question, after: part.next, from: part.upTo }
  }
}

/** How many changes fit into a page. */
function countFitting(changes: readonly Change[], limit: number): number {
  let bytes = 0
  const excess = changes.findIndex(({ event }, index) => (bytes += event.length) > maxBytes && index > 0)
  return Math.min(limit, excess === -1 ? changes.length : excess)
}

const reasons = {
  lost: 'The database was replaced by a copy that does not have the change at which you stopped.',
  forgotten: 'The journal does not keep the changes that follow it any more.',
}
const unknown =
  'A record was written so often since, or so much, that it is not known any more whether you could see it then.'

function refuseUnknown(): never {
  throw toGone('forgotten', unknown)
}

function toGone(why: 'lost' | 'forgotten', reason = reasons[why]): Failure {
  const advice = 'Read what you keep again with changes=true, and follow from the token of that answer.'
  return new Failure('changes-gone', `${reason} ${advice}`, { data: { why } })
}
