import { requireAt, requireValue } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import { permit } from '../../permission/permit.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import type { WriteTransaction, WrittenRecord } from '../write/WriteTransaction.ts'
import type { WriteItem } from '../write/record/WriteItem.ts'
import { Failure } from '../../failure/failure.ts'
import { planCreate } from '../../plan/create.ts'
import { planUpdate } from '../../plan/update.ts'
import { RecordsChanged } from './errors.ts'
import type { PlainRead } from './readNames.ts'
import { toSent } from './toSent.ts'
import type { UsedRecords } from './UsedRecords.ts'

/** A change or a removal of a record that was read. */
export interface Change {
  readonly id: number
  readonly values: object
}

/** The writes of one attempt of logic: as those of a request, in its transaction, with its rights. */
export class LogicWrites {
  readonly #tx: WriteTransaction
  readonly #context: WriteContext
  readonly #used: UsedRecords
  #noted = 0

  constructor(tx: WriteTransaction, context: WriteContext, used: UsedRecords) {
    this.#tx = tx
    this.#context = context
    this.#used = used
  }

  async create(model: Model, all: readonly object[]): Promise<PlainRead[]> {
    const { models } = this.#tx.services
    permit(model.name, ['create'], this.#tx.authorization.rights)
    return this.#write(
      all.map((values) => ({
        plan: planCreate(toSent(values, { model, models }), model, models, this.#context),
        path: '',
      })),
    )
  }

  /** Changes records, each on the version that this attempt knows. A record that is named twice is changed twice. */
  async update(model: Model, all: readonly Change[]): Promise<PlainRead[]> {
    permit(model.name, ['update'], this.#tx.authorization.rights)
    const results: PlainRead[] = []
    for (const { id } of all) this.#used.noteWanted(model, id)
    for (const round of toRounds(all)) {
      const items = round.map(({ change }) => ({ plan: this.#planChange(model, change), path: '' }))
      const written = await orChanged(() => this.#write(items))
      for (const [index, { position }] of round.entries()) results[position] = requireAt(written, index)
    }
    return results
  }

  async remove(model: Model, ids: readonly number[]): Promise<void> {
    permit(model.name, ['delete'], this.#tx.authorization.rights)
    for (const id of ids) this.#used.noteWanted(model, id)
    const targets = [...new Set(ids)].map((id) => ({ id, version: this.#versionOf(model, id), path: '' }))
    await orChanged(() => this.#tx.remove(model, targets, this.#context))
    this.#noteWritten()
  }

  #planChange(model: Model, { id, values }: Change): WriteItem['plan'] {
    const { models } = this.#tx.services
    const sent = { ...toSent(values, { model, models }), version: this.#versionOf(model, id) }
    return planUpdate(sent, { id, onConflict: 'refuse' }, model, models, this.#context)
  }

  #versionOf(model: Model, id: number): number {
    return requireValue(this.#used.versionOf(model, id), 'The version of a record that was read')
  }

  async #write(items: readonly WriteItem[]): Promise<PlainRead[]> {
    const written = await this.#tx.write(items)
    this.#noteWritten()
    return written.map(toRead)
  }

  /** Notes the records, their members that were written or deleted with them, and what was cleared with others. */
  #noteWritten(): void {
    const { writtenRecords, services } = this.#tx
    const { all } = writtenRecords
    for (const one of all.slice(this.#noted)) {
      const model = services.models.get('plan' in one ? one.plan.model.name : one.deleted.name)
      if ('plan' in one) this.#used.noteWrite(model, one.id, one.version)
      else this.#used.noteDelete(model, one.id)
    }
    this.#noted = all.length
  }
}

/** The changes in rounds: no record is twice in a round. */
function toRounds(all: readonly Change[]): { readonly change: Change; readonly position: number }[][] {
  const rounds: { readonly change: Change; readonly position: number }[][] = []
  const counts = new Map<number, number>()
  for (const [position, change] of all.entries()) {
    const round = counts.get(change.id) ?? 0
    counts.set(change.id, round + 1)
    ;(rounds[round] ??= []).push({ change, position })
  }
  // Those who change the same records lock them in one order.
  for (const round of rounds) round.sort((one, other) => one.change.id - other.change.id)
  return rounds
}

/** The record was there when it was read: if it is not, or at another version, others have changed it. */
async function orChanged<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isChanged = error instanceof Failure && ['version-conflict', 'record-not-found'].includes(error.code)
    throw isChanged ? new RecordsChanged('A record has changed since it was read.', { cause: error }) : error
  }
}

function toRead({ json }: WrittenRecord): PlainRead {
  return JSON.parse(json)
}
