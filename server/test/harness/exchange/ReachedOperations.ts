import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckedDocument } from './CheckedDocument.ts'
import { type Referenced, resolve, type Response } from './OpenApi.ts'

/** The statuses of each operation: those in documents, and those that were answered. */
type Statuses = Record<string, { readonly documented: readonly string[]; readonly reached: readonly string[] }>

/** The answers that a response stands for: its status, or the codes of a refusal. */
function answersOf([status, response]: [string, Referenced<Response>], { validators }: CheckedDocument): string[] {
  if (/^[123]/.test(status)) return [status]
  const text = JSON.stringify(resolve(validators.document, response))
  const codes = Array.from(text.matchAll(/schemas\/Failure\.([a-z-]+)"/g), ([, code]) => code ?? '')
  return [...new Set(codes)]
}

/** What one test file, or a whole run, has reached of the documented operations. */
export class ReachedOperations {
  readonly #statuses = new Map<string, { documented: Set<string>; reached: Set<string> }>()
  readonly #seen = new WeakSet<CheckedDocument>()

  /** Adds the operations that a document has. */
  addDocument(document: CheckedDocument): void {
    if (this.#seen.has(document)) return
    this.#seen.add(document)
    for (const { name, operation } of document.routes.operations)
      for (const one of Object.entries(operation.responses))
        for (const answer of answersOf(one, document)) this.#of(name).documented.add(answer)
  }

  addReached(name: string, status: string): void {
    this.#of(name).reached.add(status)
  }

  /** The operations that no test reached with a success, which may lead on. */
  unreached(): string[] {
    const isSuccess = (status: string) => /^[23]/.test(status)
    return [...this.#statuses].filter(([, { reached }]) => ![...reached].some(isSuccess)).map(([name]) => name)
  }

  /** The statuses that documents have and no test reached, by operation. */
  unreachedStatuses(): string[] {
    return [...this.#statuses].flatMap(([name, { documented, reached }]) => {
      const missing = [...documented].filter((status) => !reached.has(status))
      return missing.length === 0 ? [] : [`${name}: ${missing.sort().join(', ')}`]
    })
  }

  get size(): number {
    return this.#statuses.size
  }

  /** Writes what one test file reached. */
  write(folder: string, file: string): void {
    const statuses: Statuses = Object.fromEntries(
      [...this.#statuses].map(([name, one]) => [name, { documented: [...one.documented], reached: [...one.reached] }]),
    )
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ file, statuses }))
  }

  /** Reads what all test files of a run reached, and says which files there were. */
  read(folder: string): Set<string> {
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const reports = texts.map((text) => JSON.parse(text) as { file: string; statuses: Statuses })
    for (const { statuses } of reports)
      for (const [name, { documented, reached }] of Object.entries(statuses)) {
        for (const status of documented) this.#of(name).documented.add(status)
        for (const status of reached) this.addReached(name, status)
      }
    return new Set(reports.map(({ file }) => file))
  }

  #of(name: string): { documented: Set<string>; reached: Set<string> } {
    const known = this.#statuses.get(name) ?? { documented: new Set(), reached: new Set() }
    this.#statuses.set(name, known)
    return known
  }
}
