import type { Check, Transitions } from '../model/Check.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import { type UniqueKey, uniqueKeysOf } from '../model/uniqueKeys.ts'
import { knownChecks, knownTransitions } from '../permission/knownChecks.ts'
import { mayDo } from '../permission/mayDo.ts'
import type { Rights } from '../permission/Rights.ts'
import type { Action } from '../permission/Rule.ts'
import { inLanguage } from '../text/words.ts'

/** What a caller may know of a model: the only source of everything that a document says about it. */
export interface KnownModel {
  readonly name: string
  readonly label: string
  /** The model with the fields that the caller may read; undefined if the caller may read no record. */
  readonly seen: Model | undefined
  /** The model with the fields that the caller may read or write. */
  readonly known: Model
  readonly may: readonly Action[]
  readonly checks: readonly Check[]
  readonly transitions: Transitions
  /** The keys by which the caller can upsert records. */
  readonly keys: readonly UniqueKey[]
  readonly rights: Rights
}

/** Returns what a caller may know of a model. */
export function toKnownModel(model: Model, rights: Rights): KnownModel {
  const seen = rights.visibility.models.find(model.name)
  const keys = seen ? uniqueKeysOf(seen) : []
  return {
    name: model.name,
    label: inLanguage(model.label),
    seen,
    known: rights.forWriting(model),
    may: mayDo(model, rights),
    checks: knownChecks(model, rights),
    transitions: knownTransitions(model, rights) ?? {},
    keys: keys.filter((key) => key.every((field) => typeOf(field).writable)),
    rights,
  }
}
