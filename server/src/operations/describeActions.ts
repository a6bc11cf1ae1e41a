import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import type { Action, Logic } from '../logic/Logic.ts'
import { knownActions } from '../logic/permitAction.ts'
import type { Model } from '../model/Model.ts'
import type { Rights } from '../permission/Rights.ts'
import { toKnownField } from '../permission/toKnownField.ts'

/** Describes the actions that the caller may run, with what they take and give. */
export function describeActions(logic: Logic, rights: Rights): Envelope {
  return toEnvelope(knownActions(logic, rights).map((action) => describeAction(action, rights)))
}

function describeAction({ name, label, help, on, takes, gives, undo }: Action, rights: Rights): object {
  const isKnown = on !== undefined && rights.known.find(on) !== undefined
  return {
    name,
    label,
    ...(help === undefined ? {} : { help }),
    ...(isKnown ? { on } : {}),
    takes: describeForm(takes, rights),
    gives: describeForm(gives, rights),
    undo,
  }
}

/** The fields, without the names of models that the caller may not know. */
function describeForm({ fields, relations }: Model, rights: Rights): object[] {
  const shown = fields.map((field) => {
    const {
      unique: _,
      indexed: __,
      ...known
    } = { unique: false, indexed: false, ...toKnownField(field, fields, rights) }
    return known
  })
  const linked = relations.map(({ target, ...relation }) => ({
    ...relation,
    ...(rights.known.find(target) ? { target } : {}),
  }))
  return [...shown, ...linked]
}
