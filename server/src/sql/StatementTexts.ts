/** The limit of what is known, about in characters. Clients can send any number of shapes. */
const maxSize = 8_000_000
/** Longer texts are not kept. */
const maxLength = 20_000

/** What comes after some pieces of a statement. */
export interface TextNode {
  next?: Map<readonly string[] | string | number, TextNode>
  /** The text of the statement that ends here. */
  text?: string
}

/**
 * The texts of statements, found by the pieces that they are made of. To put together a text of some thousand
 * characters and to compare it with another costs several times as much as to follow its pieces, which are constants.
 *
 * A piece is known by the list of its texts, a constant that gives the number of pieces and values; joined pieces by
 * their number and separator; a piece without values by its text; a value that is sent once more by its number; a piece
 * that is used once more by its place, below zero.
 */
export class StatementTexts {
  root: TextNode = {}
  #size = 0

  next(node: TextNode, piece: readonly string[] | string | number): TextNode {
    const known = node.next?.get(piece)
    if (known) return known
    const added: TextNode = {}
    this.#size += 100
    node.next ??= new Map()
    node.next.set(piece, added)
    return added
  }

  /** Keeps the text of a statement where it ends, and forgets all of them if they are too many. */
  keep(end: TextNode, text: string): void {
    if (text.length <= maxLength) {
      end.text = text
      this.#size += text.length
    }
    if (this.#size <= maxSize) return
    this.root = {}
    this.#size = 0
  }
}
