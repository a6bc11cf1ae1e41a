import { createHash } from 'node:crypto'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from './formats.ts'

/** One for all documents: most of their schemas are the same, and to compile one takes longer than all checks by it. */
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false, formats: { ...formats } })
const added = new Set<string>()
const compiled = new Map<string, ValidateFunction>()

const reference = /"\$ref":"#\/components\/schemas\/([^"/]+)"/g

/** The schemas that a document names, which are compiled once for all documents that have the same. */
export class SharedSchemas {
  readonly #schemas: Readonly<Record<string, unknown>>
  readonly #texts = new Map<string, string>()
  readonly #ids = new Map<string, string>()

  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.#schemas = schemas
  }

  /** A schema may refer to those that the document names. */
  compile(schema: object): ValidateFunction {
    const text = this.#withIds(JSON.stringify(schema))
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, known)
    return known
  }

  /** The same schema with references to what is shared. */
  #withIds(text: string): string {
    return text.replaceAll(reference, (_, name: string) => `"$ref":"${this.#idOf(name)}"`)
  }

  /** Equal for two documents if the schema and all that it leads to are equal. */
  #idOf(name: string): string {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const reached = [...this.#reachedFrom(name)].sort()
    const hash = createHash('sha256').update(JSON.stringify(reached.map((one) => [one, this.#textOf(one)])))
    const id = `${name}.${hash.digest('base64url')}`
    // Before what it refers to gets its id: that may refer to this one.
    this.#ids.set(name, id)
    const text = this.#withIds(this.#textOf(name))
    if (!added.has(id)) ajv.addSchema(JSON.parse(text), id)
    added.add(id)
    return id
  }

  #reachedFrom(name: string, reached = new Set<string>()): Set<string> {
    if (reached.has(name)) return reached
    reached.add(name)
    for (const [, next = ''] of this.#textOf(name).matchAll(reference)) this.#reachedFrom(next, reached)
    return reached
  }

  #textOf(name: string): string {
    const known = this.#texts.get(name) ?? JSON.stringify(this.#schemas[name])
    if (known === undefined) throw new Error(`The document has no schema ${name}.`)
    this.#texts.set(name, known)
    return known
  }
}
