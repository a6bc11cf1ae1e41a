import type { Model } from '../../../model/Model.ts'

/** The records that a transaction has locked in the common order. */
export class LockedRecords {
  readonly #all = new Set<string>()

  has(mode: 'update' | 'delete', { name }: Model, id: number): boolean {
    return this.#all.has(`delete ${name} ${id}`) || (mode === 'update' && this.#all.has(`update ${name} ${id}`))
  }

  add(mode: 'update' | 'delete', { name }: Model, ids: Iterable<number>): void {
    for (const id of ids) this.#all.add(`${mode} ${name} ${id}`)
  }

  /** Returns a function that forgets what was locked since: PostgreSQL releases it with a savepoint. */
  savepoint(): () => void {
    const size = this.#all.size
    return () => {
      for (const key of [...this.#all].slice(size)) this.#all.delete(key)
    }
  }
}
