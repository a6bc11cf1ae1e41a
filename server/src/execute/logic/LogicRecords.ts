import type { ModelDeclaration } from '../../model/declare.ts'
import type { Model } from '../../model/Model.ts'
import type { AnyRecordRead, RecordName, Records, SearchOptions } from '../../logic/Records.ts'
import { type CallQueue, type CallGroup } from './CallQueue.ts'
import { withoutUnhandled } from './withoutUnhandled.ts'
import { LogicFault } from './errors.ts'
import type { LogicReads, ReadItem, SearchItem } from './LogicReads.ts'
import type { Change, LogicWrites } from './LogicWrites.ts'
import type { SentJob } from '../../statement/service/jobsSent.ts'
import type { PlainRead } from './readNames.ts'

/** What the calls of logic need. */
export interface LogicCalls {
  readonly queue: CallQueue
  readonly reads: LogicReads
  readonly writes: LogicWrites
  findModel(name: string): Model | undefined
  /** Writes the records of jobs. */
  enqueue(jobs: readonly SentJob[]): Promise<void>
}

/** Makes the records that logic gets: its calls are queued, and those of one tick share statements. */
export function createRecords({ queue, reads, writes, findModel, enqueue }: LogicCalls): Records {
  const models = new WeakMap<object, Model>()
  const requireModel = ({ name }: Pick<ModelDeclaration, 'name'>) => {
    const model = findModel(name)
    if (!model) throw new LogicFault(`There is no model ${name}: export it from a file of the folder.`)
    return model
  }
  const modelOf = (record: object) => {
    const model = models.get(record)
    if (!model) throw new LogicFault('Only records that this run has read can be changed: read the record first.')
    return model
  }
  const known = (record: PlainRead, model: Model) => {
    models.set(record, model)
    return record
  }
  const toName = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toName)
    if (typeof value !== 'object' || value === null || !models.has(value)) return value
    const { id, version } = value as PlainRead
    return { id, version }
  }
  const readGroup: CallGroup<ReadItem, PlainRead> = { key: 'read', run: (items) => reads.read(items) }
  const searchGroup: CallGroup<SearchItem, PlainRead[]> = { key: 'search', run: (items) => reads.search(items) }
  const lockGroup: CallGroup<SearchItem, PlainRead[]> = { key: 'lock', run: (items) => reads.searchAndLock(items) }
  const countGroup = { key: 'count', run: (items: Parameters<LogicReads['count']>[0]) => reads.count(items) }
  const laterGroup: CallGroup<SentJob, undefined> = {
    key: 'later',
    run: async (jobs) => {
      await enqueue(jobs)
      return jobs.map(() => undefined)
    },
  }
  const records = {
    read: async (declared: ModelDeclaration, record: RecordName, fields?: readonly string[]) => {
      const model = requireModel(declared)
      const name = typeof record === 'number' ? { id: record } : { id: record.id, version: record.version }
      const given = models.has(Object(record)) ? { id: name.id } : name
      return known(await queue.submit(readGroup, { model, ...given, fields }), model)
    },
    readAll: (declared: ModelDeclaration, all: readonly RecordName[], fields?: readonly string[]) =>
      Promise.all(all.map((record) => records.read(declared, record, fields))),
    search: async (declared: ModelDeclaration, options: SearchOptions = {}) => {
      const model = requireModel(declared)
      const found = await queue.submit((options.lock ?? options.hold) ? lockGroup : searchGroup, { model, options })
      return found.map((record) => known(record, model))
    },
    count: async (declared: ModelDeclaration, where?: object) =>
      queue.submit(countGroup, { model: requireModel(declared), where }),
    create: async (declared: ModelDeclaration, values: object) => {
      const model = requireModel(declared)
      const group = { key: `create ${model.name}`, run: (all: readonly object[]) => writes.create(model, all) }
      return known(await queue.submit(group, values), model)
    },
    createAll: (declared: ModelDeclaration, all: readonly object[]) =>
      Promise.all(all.map((values) => records.create(declared, values))),
    update: async (record: AnyRecordRead, values: object) => {
      const model = modelOf(record)
      const group = { key: `update ${model.name}`, run: (all: readonly Change[]) => writes.update(model, all) }
      return known(await queue.submit(group, { id: record.id, values }), model)
    },
    updateAll: (all: readonly (readonly [AnyRecordRead, object])[]) =>
      Promise.all(all.map(([record, values]) => records.update(record, values))),
    remove: async (record: AnyRecordRead) => {
      const model = modelOf(record)
      const run = async (ids: readonly number[]) => {
        await writes.remove(model, ids)
        return ids.map(() => undefined)
      }
      await queue.submit({ key: `remove ${model.name}`, run }, record.id)
    },
    removeAll: async (all: readonly AnyRecordRead[]) => {
      await Promise.all(all.map((record) => records.remove(record)))
    },
    later: async ({ name, kind }: Pick<SentJob, 'name' | 'kind'>, input: object = {}) => {
      // Of a record that was read, the job gets the id and the version: it reads the rest when it runs.
      const given = Object.entries(input).map(([key, value]: [string, unknown]) => [key, toName(value)])
      await queue.submit(laterGroup, { kind, name, input: Object.fromEntries(given) })
    },
  }
  // The compiler knows the types of records by their declarations, and here they are known by their models.
  return withoutUnhandled(records) as unknown as Records
}
