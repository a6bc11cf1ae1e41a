import { type Connection, type Envelope, toPath, type WrittenWith } from './connection.ts'
import { toCriteria } from './criteria.ts'
import { type Decisions, decide } from './decide.ts'
import { ConflictError } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** The options of all calls together; the types of `Records` say which call takes which. */
interface Options extends WrittenWith {
  readonly show?: number
  readonly key?: readonly string[]
  readonly toVersion?: number
  readonly members?: boolean
  readonly quiet?: boolean
  readonly version?: number
  readonly offset?: number
  readonly limit?: number
  readonly action?: string
  readonly id?: number
  readonly user?: number | string
}

interface Named {
  readonly id: number
  readonly version?: number
}

/** The calls of `Records` for one model, as requests. */
export class ModelRecords {
  readonly #connection: Connection
  readonly #name: string

  constructor(connection: Connection, name: string) {
    this.#connection = connection
    this.#name = name
  }

  async find(query: Fields = {}, options?: Options) {
    const { data: records, total, offset, next } = await this.#search('/search', query, options)
    return { records, total, offset, next }
  }

  async *each({ pageSize = 200, ...query }: Fields = {}, options?: Options) {
    let after: unknown
    do {
      const { records, next } = await this.find({ ...query, limit: pageSize, total: false, after }, options)
      yield* records
      after = next
    } while (after !== undefined)
  }

  async read(record: number | Named, options?: Options) {
    return first(await this.#get(toPath(toId(record)), options))
  }

  async create(record: Fields, options?: Options) {
    return first(await this.#write('PUT', '', { data: record }, options))
  }

  async update({ id, version }: Named, change: Fields, options: Options = {}): Promise<unknown> {
    try {
      return first(await this.#write('POST', toPath(id), { data: { ...change, version } }, options))
    } catch (error) {
      if (error instanceof ConflictError)
        error.merge = async (decisions = {}) => this.#merge(id, error, change, options, decisions)
      throw error
    }
  }

  async delete(record: number | Named, options?: Options) {
    const { version } = record as Named
    return touched(await this.#write('DELETE', toPath(toId(record)), undefined, options, { version }))
  }

  async archive({ id, version }: Named, options?: Options) {
    return first(await this.#write('POST', toPath(id, 'archive'), { data: { version } }, options))
  }

  async unarchive({ id, version }: Named, options?: Options) {
    return first(await this.#write('POST', toPath(id, 'unarchive'), { data: { version } }, options))
  }

  async archiveAll(records: readonly Named[], options?: Options) {
    const answer = await this.#write('POST', '/archive', { records: records.map(toName) }, options)
    return answer.data
  }

  async restore({ id, version }: Named, { toVersion, members, ...options }: Options) {
    const answer = await this.#write('POST', toPath(id, 'restore'), { data: { version, toVersion, members } }, options)
    return { record: first(answer), missing: answer['missing'] ?? {}, members: answer['members'] }
  }

  async history(record: number | Named, options?: Options) {
    const { data: entries, total, offset } = await this.#get(toPath(toId(record), 'history'), options)
    return { entries, total, offset }
  }

  async deleted(options?: Options) {
    const { data: records, more } = await this.#get('/deleted', options)
    return { records, more }
  }

  async saveAll(records: readonly Fields[], { show, ...options }: Options = {}) {
    const answer = await this.#write('POST', '', { records, show }, options)
    return show === undefined ? answer.data : toPreview(answer)
  }

  async removeAll(records: readonly Named[], { show, ...options }: Options = {}) {
    const answer = await this.#write('POST', '/removeAll', { records: records.map(toName), show }, options)
    return { ...(show === undefined ? { ids: answer.data } : toPreview(answer)), ...touched(answer) }
  }

  async updateMass({ where, ...query }: Fields, { show, ...options }: Options = {}) {
    const answer = await this.#write('POST', '/updateMass', { ...query, data: toCriteria(where), show }, options)
    return show === undefined ? { total: answer['total'] } : toPreview(answer)
  }

  async upsert(record: Fields, { key, ...options }: Options) {
    const { data, outcomes } = await this.#write('PUT', '', { data: record }, options, { key })
    return { record: data[0], outcome: (outcomes as unknown[])[0] }
  }

  async upsertAll(records: readonly Fields[], { key, ...options }: Options) {
    const { data, outcomes } = await this.#write('POST', '', { records, key }, options)
    return { records: data, outcomes }
  }

  async aggregate(query: Fields, options?: Options) {
    const { data: groups, total, offset } = await this.#search('/aggregate', query, options)
    return { groups, total, offset }
  }

  async meta(options?: Options) {
    return first(await this.#get('', options, '/ws/meta/fields'))
  }

  async explain({ id, ...options }: Options = {}) {
    return first(await this.#get(id === undefined ? '' : toPath(id), options, '/ws/explain'))
  }

  /** Writes to the record with this id: `decide` throws if the conflict is about another one. */
  async #merge(id: number, error: ConflictError, change: Fields, options: Options, decisions: Decisions) {
    const { current, chosen } = decide(id, error, change, decisions)
    const others = { ...options, idempotencyKey: undefined }
    return (Object.keys(chosen).length === 0 ? current : await this.update(current, chosen, others)) as never
  }

  #search(path: string, { where, ...query }: Fields, { signal }: Options = {}): Promise<Envelope> {
    const body = { ...query, data: where === undefined ? where : toCriteria(where) }
    return this.#connection.send('POST', this.#path(path), { body, signal, repeatable: true })
  }

  #write(method: string, path: string, body: unknown, options?: Options, query?: Fields): Promise<Envelope> {
    return this.#connection.write(method, this.#path(path), body, options, query)
  }

  #get(path: string, { signal, ...query }: Options = {}, about?: string): Promise<Envelope> {
    return this.#connection.send('GET', this.#path(path, about), { query, signal })
  }

  #path(path: string, about = '/ws/rest'): string {
    return about + toPath(this.#name) + path
  }
}

/** What a request needs to name a record. */
export function toName({ id, version }: Named): Named {
  return { id, version } as Named
}

function toId(record: number | Named): number {
  return (record as Named).id ?? record
}

function first({ data }: Envelope): unknown {
  return data[0]
}

/** The first records of a dry run, and the counts of all. */
function toPreview({ data: records, changed, same, created, total }: Envelope) {
  return { records, changed, same, created, total }
}

function touched({ also }: Envelope) {
  return { cleared: 0, deleted: 0, ...(also as object | undefined) }
}
