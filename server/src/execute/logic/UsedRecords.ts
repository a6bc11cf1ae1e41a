import type { Model } from '../../model/Model.ts'
import type { ReadVersions, UsedRecords as UsedByModel } from '../../statement/logic/frame.ts'

/** What logic knows of one record. */
interface Used {
  /** The version at which it was read or written last. */
  version: number
  isWritten: boolean
}

/** The records that one attempt of logic has read and written, with their versions. */
export class UsedRecords {
  readonly #byModel = new Map<Model, Map<number, Used>>()

  /** Notes a record that was read. False if it has changed since it was read before. */
  noteRead(model: Model, id: number, version: number): boolean {
    const known = this.#of(model).get(id)
    if (known) return known.version === version
    this.#of(model).set(id, { version, isWritten: false })
    return true
  }

  noteWrite(model: Model, id: number, version: number): void {
    this.#of(model).set(id, { version, isWritten: true })
  }

  /** The version of the record as this attempt knows it last. */
  versionOf(model: Model, id: number): number | undefined {
    return this.#byModel.get(model)?.get(id)?.version
  }

  /** The records that were read and not written. */
  get onlyRead(): ReadVersions[] {
    return this.byModel.flatMap(({ model, read }) => (read.length === 0 ? [] : [{ model, ids: read }]))
  }

  /** All records, by the names of their models and by id. */
  get byModel(): UsedByModel[] {
    return [...this.#byModel]
      .sort(([one], [other]) => (one.name < other.name ? -1 : 1))
      .map(([model, records]) => ({
        model,
        read: idsOf(records, false),
        written: idsOf(records, true),
      }))
  }

  /** Whether these are the versions of all records that were only read. */
  areCurrent(found: ReadonlyMap<string, number>): boolean {
    return this.onlyRead.every(({ model, ids }) =>
      ids.every((id) => found.get(`${model.name} ${id}`) === this.versionOf(model, id)),
    )
  }

  #of(model: Model): Map<number, Used> {
    const known = this.#byModel.get(model) ?? new Map<number, Used>()
    this.#byModel.set(model, known)
    return known
  }
}

function idsOf(records: ReadonlyMap<number, Used>, isWritten: boolean): number[] {
  return [...records].flatMap(([id, used]) => (used.isWritten === isWritten ? [id] : [])).sort((a, b) => a - b)
}
