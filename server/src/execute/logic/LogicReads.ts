import type { Model } from '../../model/Model.ts'
import { Failure } from '../../failure/failure.ts'
import { JsonText } from '../../text/json.ts'
import type { SearchOptions } from '../../logic/Records.ts'
import { permit } from '../../permission/permit.ts'
import { parseSelection } from '../../plan/parseSelection.ts'
import type { ReadPlan } from '../../plan/Plan.ts'
import { planSearch } from '../../plan/search.ts'
import type { SearchPlan } from '../../plan/SearchPlan.ts'
import { lockFoundStatement } from '../../statement/logic/lockFound.ts'
import { searchStatement } from '../../statement/search.ts'
import { recordNotFound } from '../requireRecord.ts'
import { readInTransaction } from '../write/readInTransaction.ts'
import { runBatched } from '../write/runBatched.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'
import { FailedCall } from './CallQueue.ts'
import { RecordsChanged } from './errors.ts'
import { findNested, ownNames, type PlainRead } from './readNames.ts'
import { toSentCriteria } from './toSent.ts'
import type { UsedRecords } from './UsedRecords.ts'

/** A record to read. */
export interface ReadItem {
  readonly model: Model
  readonly id: number
  /** The version that it must have; any if absent. */
  readonly version?: number | undefined
  readonly fields?: readonly string[] | undefined
}

/** A search of logic. */
export interface SearchItem {
  readonly model: Model
  readonly options: SearchOptions
}

const defaultLimit = 1_000
const maxLimit = 10_000

/** The reads of one attempt of logic. They note which versions were read. */
export class LogicReads {
  readonly #tx: WriteTransaction
  readonly #used: UsedRecords

  constructor(tx: WriteTransaction, used: UsedRecords) {
    this.#tx = tx
    this.#used = used
  }

  /** Reads records. One that is not there fails alone. */
  async read(items: readonly ReadItem[]): Promise<(PlainRead | FailedCall)[]> {
    const stored = await readInTransaction(
      items.map((item) => this.#planRead(item)),
      this.#tx,
    )
    return items.map(({ id, version, model, fields }, index) => {
      const found = stored[index]
      if (!found) return new FailedCall(recordNotFound(id))
      if (version !== undefined && version !== found.version) return new FailedCall(givenTooOld(id, found.version))
      return this.#note(JSON.parse(found.json), model, fields)
    })
  }

  async search(items: readonly SearchItem[]): Promise<PlainRead[][]> {
    const plans = items.map(({ model, options }) => this.#planSearch(model, options))
    const pages = await this.#run(searchStatement, plans)
    return pages.map(({ records }, index) => this.#noteAll(JSON.parse(`[${records}]`), items[index]))
  }

  /** Finds records and locks them. */
  async searchAndLock(items: readonly SearchItem[]): Promise<PlainRead[][]> {
    const found = await this.#run(
      lockFoundStatement,
      items.map(({ model, options }) => this.#planSearch(model, options)),
    )
    return found.map((records, index) =>
      this.#noteAll(
        records.map((json): PlainRead => JSON.parse(json)),
        items[index],
      ),
    )
  }

  async count(items: readonly { readonly model: Model; readonly where?: object | undefined }[]): Promise<number[]> {
    const plans = items.map(({ model, where }) => ({
      ...this.#planSearch(model, where ? { where } : {}),
      limit: 0,
      total: true,
    }))
    const pages = await this.#run(searchStatement, plans)
    return pages.map(({ total }) => total ?? 0)
  }

  #run<Result>(maker: Parameters<typeof runBatched<SearchPlan, Result>>[0], plans: readonly SearchPlan[]) {
    const { transaction, services } = this.#tx
    const items = plans.map((item) => ({ item, path: '' }))
    return runBatched(maker, items, transaction, services.models)
  }

  #planRead({ model: { name }, id, fields }: ReadItem): ReadPlan {
    const { authorization, services } = this.#tx
    const model = permit(name, ['read'], authorization.rights)
    const seen = authorization.rights.visibility.models
    const selection = fields && { selection: parseSelection(fields, seen.require(name), seen) }
    return { operation: 'read', model, authorization, id, answerLimit: services.answerLimit, ...selection }
  }

  #planSearch({ name }: Model, { where, sortBy, fields, limit = defaultLimit }: SearchOptions): SearchPlan {
    const { authorization, services } = this.#tx
    const model = permit(name, ['read'], authorization.rights)
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
      throw new RangeError(`The limit of a search must be from 1 to ${maxLimit}.`)
    const names = fields ?? ownNames(authorization.rights.visibility.models.require(name))
    const order = sortBy ? { sortBy } : {}
    const request = { criteria: toSentCriteria(where), ...order, fields: names, offset: 0, limit, total: false }
    return planSearch(request, model, authorization, services)
  }

  #noteAll(records: readonly PlainRead[], item: SearchItem | undefined): PlainRead[] {
    if (!item) throw new TypeError('A search has an item.')
    return records.map((record) => this.#note(record, item.model, item.options.fields))
  }

  #note(record: PlainRead, model: Model, fields: readonly string[] | undefined): PlainRead {
    const nested = fields ? findNested(record, model, fields, this.#tx.services.models) : []
    for (const read of [{ model, id: record.id, version: record.version }, ...nested])
      if (!this.#used.noteRead(read.model, read.id, read.version))
        throw new RecordsChanged('A record has changed since it was read first.')
    return record
  }
}

/** The failure of a record that is not at the version any more that the caller named. */
function givenTooOld(id: number, version: number): Failure {
  return new Failure('version-conflict', `The record ${id} has changed since you read it: it is now at ${version}.`, {
    data: { current: new JsonText(JSON.stringify({ id, version })) },
  })
}
