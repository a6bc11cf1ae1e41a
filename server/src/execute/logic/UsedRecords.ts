import type { Model } from '../../model/Model.ts'
import type { ReadVersions, UsedRecords as UsedByModel } from '../../statement/logic/frame.ts'

/** What logic knows of one record. */
interface Used {
  /** The version at which it was read or written last. */
  version: number
  isWritten: boolean
  /** Whether it was to be written: the next attempt must lock for that, and not only for reading. */
  isWanted: boolean
}

/** The records that one attempt of logic has read and written, with their versions. */
export class UsedRecords {
  readonly #byModel = new Map<Model, Map<number, Used>>()

  /** Notes a record that was read. False if it has changed since it was read before. */
  noteRead(model: Model, id: number, version: number): boolean {
    const known = this.#of(model).get(id)
    if (known) return known.version === version
    this.#of(model).set(id, { version, isWritten: false, isWanted: false })
    return true
  }

  /** Notes that a record is about to be written. */
  noteWanted(model: Model, id: number): void {
    const known = this.#of(model).get(id)
    if (known) known.isWanted = true
  }

  noteWrite(model: Model, id: number, version: number): void {
    this.#of(model).set(id, { version, isWritten: true, isWanted: true })
  }

  /** Notes a delete. The record may not have been read: others went with one that was. */
  noteDelete(model: Model, id: number): void {
    const before = this.versionOf(model, id)
    this.noteWrite(model, id, before === undefined ? 0 : before + 1)
  }

  /** The version of the record as this attempt knows it last. */
  versionOf(model: Model, id: number): number | undefined {
    return this.#byModel.get(model)?.get(id)?.version
  }

  /** The records that were read and not written. */
  get onlyRead(): ReadVersions[] {
    return this.#sorted().flatMap(([model, records]) => {
      const ids = idsOf(records, ({ isWritten }) => !isWritten)
      return ids.length === 0 ? [] : [{ model, ids }]
    })
  }

  /** All records, by the names of their models and by id. */
  get byModel(): UsedByModel[] {
    return this.#sorted().map(([model, records]) => ({
      model,
      ids: idsOf(records, () => true),
      areWritten: [...records.values()].some(({ isWanted }) => isWanted),
    }))
  }

  /** Whether these are the versions of all records that were only read. */
  areCurrent(found: ReadonlyMap<string, number>): boolean {
    return this.onlyRead.every(({ model, ids }) =>
      ids.every((id) => found.get(`${model.name} ${id}`) === this.versionOf(model, id)),
    )
  }

  #sorted(): [Model, Map<number, Used>][] {
    return [...this.#byModel].sort(([one], [other]) => (one.name < other.name ? -1 : 1))
  }

  #of(model: Model): Map<number, Used> {
    const known = this.#byModel.get(model) ?? new Map<number, Used>()
    this.#byModel.set(model, known)
    return known
  }
}

function idsOf(records: ReadonlyMap<number, Used>, isMeant: (used: Used) => boolean): number[] {
  return [...records].flatMap(([id, used]) => (isMeant(used) ? [id] : [])).sort((a, b) => a - b)
}
