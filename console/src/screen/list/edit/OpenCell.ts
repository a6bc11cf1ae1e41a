import type { Input } from '../../../field/FieldKind.ts'
import type { CellAt } from '../../../grid/nextCell.ts'
import type { FieldMeta, RecordJson } from '../../../meta/ModelMeta.ts'

/** What is typed into a cell, and the record as it was read, or as it is since a clash. */
export interface CellEdit extends CellAt {
  readonly field: FieldMeta
  readonly base: RecordJson
  readonly input: Input
  readonly fault?: string
  /** What can be done about the fault while the cell is open. */
  readonly way?: string
}

/** A cell from when it is opened until it is closed. It is recognised by identity: a cell can be opened again. */
export interface Opening {
  readonly edit: CellEdit
  readonly isSent: boolean
}

/** The one cell of a list that is edited. An answer that comes late changes nothing in a cell opened meanwhile. */
export class OpenCell {
  #open: Opening | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What is edited now. */
  readonly edit = (): CellEdit | undefined => this.#open?.edit

  /** Opens a cell instead of the one that was open, and returns that if it had a fault: nobody has saved it. */
  open(edit: CellEdit): CellEdit | undefined {
    const left = this.#open?.edit
    if (left?.row === edit.row && left.column === edit.column) return undefined
    this.#put({ edit, isSent: false })
    return left?.fault === undefined ? undefined : left
  }

  /** Takes what was typed in order to save it; undefined if no cell is open, or if it is being saved already. */
  send(input: Input): Opening | undefined {
    if (!this.#open || this.#open.isSent) return undefined
    const { fault: _1, way: _2, ...edit } = this.#open.edit
    const sent: Opening = { edit: { ...edit, input }, isSent: true }
    this.#put(sent)
    return sent
  }

  /** Closes a cell that was saved; false if it was left before. */
  settle(sent: Opening): boolean {
    return this.#replace(sent, undefined)
  }

  /** Keeps a cell open that could not be saved; false if it was left before. */
  fail(sent: Opening, edit: CellEdit): boolean {
    return this.#replace(sent, { edit, isSent: false })
  }

  /** Closes whatever is open. */
  readonly close = (): void => this.#put(undefined)

  #replace(sent: Opening, next: Opening | undefined): boolean {
    if (this.#open !== sent) return false
    this.#put(next)
    return true
  }

  #put(next: Opening | undefined): void {
    this.#open = next
    for (const listener of this.#listeners) listener()
  }
}
