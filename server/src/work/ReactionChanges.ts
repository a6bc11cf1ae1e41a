import type { Reaction } from '../logic/Logic.ts'
import type { ReactionFilter } from '../logic/reaction.ts'
import type { Model } from '../model/Model.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import type { FeedPosition } from '../plan/changeToken.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import type { ChangesQuestion, JournaledChange, JournaledChanges } from '../statement/JournaledChanges.ts'
import { heldRecordsStatement } from '../statement/service/jobsSent.ts'
import { type Cause, causeOf, isOwn, maxDepth } from './cause.ts'
import type { ReactionsOptions } from './Reactions.ts'

/** The most events that a reaction gets at a time. */
export const maxEvents = 500

/** The changes that a reaction may get. */
export class ReactionChanges {
  readonly #reaction: Reaction
  readonly #options: ReactionsOptions
  readonly #model: Model

  constructor(reaction: Reaction, options: ReactionsOptions) {
    const model = options.services.models.find(reaction.on)
    if (!model) throw new TypeError(`There is no model ${reaction.on}.`)
    this.#reaction = reaction
    this.#options = options
    this.#model = model
  }

  /** Loads changes after a position, which were looked through up to `from`; or those of one record. */
  async load(at: FeedPosition, from: number, only?: ChangesQuestion['only']): Promise<JournaledChanges> {
    const { services, log } = this.#options
    const authorization = serviceAuthorization(services.models)
    const question = { models: [this.#model], authorization, limit: maxEvents, from, ...(only ? { only } : {}) }
    const after = only || at.position === 0 ? 'start' : at
    const found = await services.run.changes({ ...question, after })
    if (found.gone === undefined) return found
    log.error(
      { reaction: this.#reaction.name, why: found.gone },
      'the journal does not keep the next changes of a reaction any more: it goes on with the oldest',
    )
    return services.run.changes({ ...question, after: 'start' })
  }

  /** The ids of the records that the reaction could not handle yet. */
  async loadHeld(transaction?: Transaction): Promise<ReadonlySet<number>> {
    const statement = heldRecordsStatement(this.#reaction.name)
    const rows = await (transaction?.run(statement) ?? this.#options.services.database.run(statement, 'read'))
    return new Set(rows.flatMap(([model, id]) => (model === this.#model.name ? [Number(id)] : [])))
  }

  /** Whether still the same records are held. One that no longer is has changes that were passed over. */
  async areHeld(held: ReadonlySet<number>, transaction: Transaction): Promise<boolean> {
    const still = await this.loadHeld(transaction)
    return still.size === held.size && [...still].every((id) => held.has(id))
  }

  /** Whether a change is one that the reaction wants: it matches the filter, and is not its own. */
  concern(entry: JournaledChange): boolean {
    const { name, when } = this.#reaction
    return !isOwn(name, entry.requestId, causeOf(entry)) && isWanted(entry, when)
  }
}

function isWanted({ operation, changes }: JournaledChange, when: ReactionFilter | undefined): boolean {
  if (!when) return true
  if (operation === 'c') return when.created === true
  if (operation === 'd') return when.deleted === true
  const { changed } = when
  if (!changed) return false
  return changed === true || changed.some((name) => Object.hasOwn(changes, name))
}

/** The longest chain that led to the changes of one record. A loop that is sent again begins anew. */
export function longestCause(events: readonly JournaledChange[]): Cause {
  const causes = events.map(causeOf).toSorted((one, other) => other.chain.length - one.chain.length)
  return causes.find(({ chain }) => chain.length < maxDepth) ?? { chain: [] }
}
