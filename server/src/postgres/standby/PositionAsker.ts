import type { Database } from '../Database.ts'
import { positionStatement, toPosition, type WalPosition } from './WalPosition.ts'

/**
 * Asks the primary for its position in the WAL. One statement is under way at a time. Those who ask meanwhile share the
 * next one: the position must be of a later moment than their requests.
 */
export class PositionAsker {
  readonly #primary: Pick<Database, 'run'>
  #underWay: Promise<WalPosition> | undefined
  #next: Promise<WalPosition> | undefined

  constructor(primary: Pick<Database, 'run'>) {
    this.#primary = primary
  }

  ask(): Promise<WalPosition> {
    if (!this.#underWay) return this.#send()
    this.#next ??= this.#underWay.then(
      () => this.#send(),
      () => this.#send(),
    )
    return this.#next
  }

  #send(): Promise<WalPosition> {
    this.#next = undefined
    const asked = this.#ask().finally(() => {
      if (this.#underWay === asked) this.#underWay = undefined
    })
    this.#underWay = asked
    return asked
  }

  async #ask(): Promise<WalPosition> {
    const [row] = await this.#primary.run(positionStatement, 'read')
    return toPosition(row)
  }
}
