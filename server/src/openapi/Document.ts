import { hash } from 'node:crypto'
import { type Logic, noLogic } from '../logic/Logic.ts'
import { knownActions } from '../logic/permitAction.ts'
import type { Rights } from '../permission/Rights.ts'
import { type DescribedOperation, ownTags } from './DescribedOperation.ts'
import { descriptions } from './descriptions.ts'
import { failuresByCode } from './refusals.ts'
import { headersOfEveryAnswer } from './headers.ts'
import { introduction } from './info.ts'
import { type ModelParts, toModelParts, toOperation, pathItem } from './modelParts.ts'
import { toRoutes } from '../http/routes.ts'
import { headersOfEveryRequest } from './parameters.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import { ownPaths, sharedComponents } from './sharedParts.ts'

/** What a document says about the service, the same for all callers. */
export interface DocumentOptions {
  /** The version of the service. */
  readonly version: string
  /** The name of the session cookie. */
  readonly cookie: string
  /** Whether the public address is https. */
  readonly isSecure: boolean
  readonly limits: DocumentLimits
  /** The operations that the service has. */
  readonly operations: readonly DescribedOperation[]
  /** The logic that is served; absent: none. */
  readonly logic?: Logic | undefined
}

/** A document as text, and its digest. */
export interface DocumentText {
  readonly text: string
  readonly digest: string
}

/** The OpenAPI document for callers with the same rights. Each model is described once, when it is first asked for. */
export class Document {
  readonly #rights: Rights
  readonly #options: DocumentOptions
  readonly #parts = new Map<string, ModelParts>()
  #whole: DocumentText | undefined

  constructor(rights: Rights, options: DocumentOptions) {
    this.#rights = rights
    this.#options = options
  }

  /** The document of these models, or of all. A model that does not exist for the caller is refused. */
  toText(models?: readonly string[]): DocumentText {
    if (models) return toText(this.#toObject(models.map((name) => this.#rights.known.require(name).name)))
    this.#whole ??= toText(
      this.#toObject(
        this.#rights.known.all.map(({ name }) => name),
        true,
      ),
    )
    return this.#whole
  }

  /** Actions are a part of the whole document only: they are about no one model. */
  #toObject(names: readonly string[], isWhole = false): object {
    const { limits, isSecure, operations } = this.#options
    const listed = [...new Set(names)].map((name) => this.#partsOf(name))
    const paths: Record<string, object> = {
      ...ownPaths(operations),
      ...this.#pathsOfModels(listed),
      ...(isWhole ? this.#actionPaths() : {}),
    }
    for (const { paths: own } of listed) Object.assign(paths, own)
    const shared = sharedComponents(
      limits,
      listed.map(({ known }) => known.name),
    )
    const find = (place: string) => shared[place] ?? this.#partsOf(modelIn(place)).components[place]
    const used = new Set(Object.values(paths).flatMap(tagsIn))
    const tags = ownTags.filter(({ name }) => used.has(name))
    return {
      openapi: '3.1.1',
      ...this.#head(),
      tags: [...tags, ...listed.map(({ tag }) => tag)],
      paths,
      components: { ...reachable([paths, failuresByCode], find), securitySchemes: this.#securitySchemes() },
      'x-failures': failuresByCode,
      'x-headers-of-every-request': headersOfEveryRequest(limits),
      'x-headers-of-every-answer': headersOfEveryAnswer(isSecure),
    }
  }

  #partsOf(name: string): ModelParts {
    const found = this.#parts.get(name)
    if (found) return found
    const { limits, operations } = this.#options
    const made = toModelParts(this.#rights.known.get(name), this.#rights, limits, operations)
    this.#parts.set(name, made)
    return made
  }

  /** Operations that write several models are there if the caller may write one. */
  #pathsOfModels(listed: readonly ModelParts[]): Record<string, object> {
    const writable = listed.filter(({ isWritable }) => isWritable).map(({ known }) => known)
    if (writable.length === 0) return {}
    const { limits, operations } = this.#options
    return Object.fromEntries(
      toRoutes(operations).flatMap(({ method, path, id, operation }) => {
        if (operation.about !== 'models') return []
        const described = operation.describe(descriptions, id)(writable, limits)
        return [
          [
            path,
            { ...pathItem(path), [method.toLowerCase()]: toOperation(described, id, operation.tag, operation.takes) },
          ],
        ]
      }),
    )
  }

  #actionPaths(): Record<string, object> {
    const { logic = noLogic, operations, limits } = this.#options
    const actions = knownActions(logic, this.#rights)
    return Object.fromEntries(
      toRoutes(operations).flatMap(({ method, path, id, operation }) => {
        if (operation.about !== 'actions') return []
        const describe = operation.describe(descriptions, id)
        return actions.map((action) => {
          const described = toOperation(
            describe(action, limits),
            `${id}.${action.name}`,
            operation.tag,
            operation.takes,
          )
          return [path.replace(':name', action.name), { [method.toLowerCase()]: described }]
        })
      }),
    )
  }

  #head(): object {
    return {
      info: {
        title: 'Tabularium',
        version: this.#options.version,
        description: introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      security: [{ cookie: [] }, { bearer: [] }],
    }
  }

  #securitySchemes(): object {
    return {
      cookie: { type: 'apiKey', in: 'cookie', name: this.#options.cookie, description: 'Set by the login.' },
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key, for programs: `tab_…`.' },
    }
  }
}

function toText(document: object): DocumentText {
  const text = JSON.stringify(document)
  return { text, digest: hash('sha1', text, 'base64url') }
}

/** The components that the paths lead to, sorted by their places. */
function reachable(paths: object, find: (place: string) => object | undefined): Record<string, object> {
  const reached = new Set(refsIn(paths))
  // The loop also visits what is added to the set meanwhile.
  for (const place of reached) for (const next of refsIn(find(place) ?? {})) reached.add(next)
  const found: Record<string, Record<string, object>> = {}
  for (const place of [...reached].sort()) {
    const [kind = '', name = ''] = place.split('/')
    const component = find(place)
    if (!component) throw new TypeError(`The document refers to ${place}, which is not described.`)
    const ofKind = (found[kind] ??= {})
    ofKind[name] = component
  }
  return found
}

/** The tags of the operations of a path. */
function tagsIn(item: object): string[] {
  return Object.values(item as Record<string, { readonly tags?: string[] }>).flatMap(({ tags = [] }) => tags)
}

/** The model that a component is about, by the component's place: `schemas/com.example.Contact.Shown`. */
function modelIn(place: string): string {
  return /^\w+\/([a-z0-9.]+\.[A-Za-z0-9]+(?:\.comments)?)/.exec(place)?.[1] ?? place
}

function refsIn(part: object): string[] {
  return Array.from(JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g), ([, place]) => place ?? '')
}
