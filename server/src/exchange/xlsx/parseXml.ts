import { SaxesParser } from 'saxes'
import { decodeText } from '../decodeText.ts'
import { isProgramError } from '../../failure/failure.ts'
import type { FileLimits } from '../limits.ts'
import { UnreadableFile } from '../UnreadableFile.ts'

export type Attributes = Readonly<Record<string, string>>

/** What is told of a part. Names of elements have no prefix; those of attributes are as they are written. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes, place: FindPlace): void
  close?(name: string, place: FindPlace): void
  text?(text: string): void
}

/** Tells where the parser is. */
export type FindPlace = () => XmlPlace

/** Where in a part something stands. */
export interface XmlPlace {
  readonly part: string
  readonly line: number
  readonly column: number
}

/**
 * Parses a part of a workbook, and yields after each piece, so that rows can be taken before the next one is read.
 * There are no document types, no entities but the five of XML and numbers, and no processing instructions: nothing in
 * a part leads to another file or grows.
 */
export async function* parseXml(
  chunks: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
  limits: FileLimits,
): AsyncGenerator<void, void> {
  const guard = new XmlGuard(part, handler, limits)
  for await (const piece of decodeText(chunks, 'utf-8')) {
    guard.write(piece.toString())
    yield
  }
  guard.end()
}

/** Parses a small part whole. */
export async function parseWhole(...[chunks, part, handler, limits]: Parameters<typeof parseXml>): Promise<void> {
  for await (const _ of parseXml(chunks, part, handler, limits));
}

/** The parser, stopped at the first thing that a workbook does not have. */
class XmlGuard {
  readonly #parser = new SaxesParser()
  readonly #handler: XmlHandler
  readonly #limits: FileLimits
  readonly #place: FindPlace
  #depth = 0
  /** Where the last complete thing ended. What comes after it is held by the parser. */
  #mark = 0

  constructor(part: string, handler: XmlHandler, limits: FileLimits) {
    this.#handler = handler
    this.#limits = limits
    const parser = this.#parser
    this.#place = () => ({ part, line: parser.line, column: parser.column })
    // Six at most: with a seventh, V8 keeps the properties of the parser in a table, and it takes four times as long.
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes))
    parser.on('closetag', ({ name }) => this.#close(name))
    parser.on('text', (text) => this.#text(text))
    parser.on('cdata', (text) => this.#text(text))
    parser.on('doctype', () => this.#refuse('The part has a document type, which workbooks never have'))
    parser.on('processinginstruction', () => this.#refuse('The part has a processing instruction'))
  }

  write(text: string): void {
    this.#run(() => this.#parser.write(text))
    if (this.#parser.position - this.#mark > this.#limits.xmlToken)
      this.#refuse(`An element, text or comment is longer than ${this.#limits.xmlToken} characters`)
  }

  end(): void {
    this.#run(() => this.#parser.close())
  }

  #run(parse: () => void): void {
    try {
      parse()
    } catch (error) {
      if (error instanceof UnreadableFile || isProgramError(error) || !(error instanceof Error)) throw error
      this.#refuse(`The part is no XML: ${error.message.replace(/^[\d:]+ |\.$/g, '')}`)
    }
  }

  #open(name: string, attributes: Attributes): void {
    this.#pass()
    if (this.#depth === 0) this.#checkEncoding()
    this.#depth += 1
    const { xmlDepth, xmlAttributes } = this.#limits
    if (this.#depth > xmlDepth) this.#refuse(`Elements are nested deeper than ${xmlDepth}`)
    let left = xmlAttributes
    for (const _ in attributes) if (--left < 0) this.#refuse(`An element has more than ${xmlAttributes} attributes`)
    this.#handler.open?.(localName(name), attributes, this.#place)
  }

  #checkEncoding(): void {
    const { encoding = 'utf-8' } = this.#parser.xmlDecl
    if (!/^utf-?8$/i.test(encoding)) this.#refuse('The part says that it is not UTF-8')
  }

  #close(name: string): void {
    this.#pass()
    this.#depth -= 1
    this.#handler.close?.(localName(name), this.#place)
  }

  #text(text: string): void {
    this.#pass()
    this.#handler.text?.(text)
  }

  #pass(): void {
    this.#mark = this.#parser.position
  }

  #refuse(reason: string): never {
    throw new UnreadableFile(reason, this.#place())
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
