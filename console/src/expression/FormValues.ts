import { evaluate, type ExpressionTree, withScale } from '@tabularium/client/expression'
import type { Draft } from '../draft/Draft.ts'
import { kindOf } from '../field/kinds.ts'
import type { Words } from '../i18n/Words.ts'
import { defaultTreeOf, defaultVariableOf, type FieldMeta, type Json, type ModelMeta } from '../meta/ModelMeta.ts'

/** What expressions know of the place and of the user. */
export interface FormPlace {
  readonly today?: string | undefined
  readonly timeZone?: string | undefined
  readonly yearBegins?: string | undefined
  readonly user?: Json | undefined
}

/** The value of a dotted name such as `equipment.loanDays`, in the record with that id; undefined if it is unknown. */
export type Referred = (name: string, id: number) => Json | undefined

/**
 * The values of a form while somebody types: what was read and typed, and what follows from it by defaults and
 * formulas. It is a preview. Undefined is what cannot be known here; what the service answers counts.
 */
export class FormValues {
  readonly #draft: Draft
  readonly #model: ModelMeta
  readonly #words: Words
  readonly #place: FormPlace
  readonly #referred: Referred
  readonly #known = new Map<string, Json | undefined>()

  constructor(draft: Draft, model: ModelMeta, words: Words, place: FormPlace, referred: Referred) {
    this.#draft = draft
    this.#model = model
    this.#words = words
    this.#place = place
    this.#referred = referred
  }

  /** The value of a field or of a dotted name. */
  of(name: string): Json | undefined {
    // A field that is asked for while it is computed is unknown, so that no declaration can make a circle.
    if (!this.#known.has(name)) {
      this.#known.set(name, undefined)
      this.#known.set(name, this.#find(name))
    }
    return this.#known.get(name)
  }

  /** The value of an expression. */
  evaluate(tree: ExpressionTree): Json | undefined {
    const { timeZone, yearBegins } = this.#place
    const context = { field: (name: string) => this.of(name), variable: (name: string) => this.#variable(name) }
    return evaluate(tree, { ...context, timeZone, yearBegins }) as Json | undefined
  }

  #find(name: string): Json | undefined {
    const [reference = '', ...rest] = name.split('.')
    if (rest.length > 0) return this.#findReferred(name, this.of(reference))
    const field = this.#model.fields.find((each) => each.name === name)
    if (field?.tree) return withDigits(this.evaluate(field.tree), field.result ?? field)
    const input = this.#draft.edits[name]
    if (field && input !== undefined) {
      const reading = kindOf(field).read(input, field, this.#words)
      return 'value' in reading ? reading.value : undefined
    }
    if (this.#draft.base !== undefined) return this.#draft.base[name]
    return field && this.#default(field)
  }

  #findReferred(name: string, reference: Json | undefined): Json | undefined {
    if (reference === null || reference === undefined) return reference
    const id = typeof reference === 'object' && 'id' in reference ? reference.id : undefined
    return typeof id === 'number' ? this.#referred(name, id) : undefined
  }

  #default(field: FieldMeta): Json | undefined {
    const tree = defaultTreeOf(field)
    if (tree) return withDigits(this.evaluate(tree), field)
    const variable = defaultVariableOf(field)
    return variable === undefined ? (field.default ?? null) : this.#variable(variable)
  }

  #variable(name: string): Json | undefined {
    if (name === '$today') return this.#place.today
    if (name === '$user') return this.#place.user
    return name.startsWith('$before.') ? this.#draft.base?.[name.slice('$before.'.length)] : undefined
  }
}

/** A decimal has as many digits as its field. */
function withDigits(value: Json | undefined, { scale }: { readonly scale?: number }): Json | undefined {
  return typeof value === 'string' && scale !== undefined ? withScale(value, scale) : value
}
