import type { MetaCall } from './call/Call.ts'
import type { Envelope } from './envelope/Envelope.ts'
import { toEnvelope } from './envelope/success.ts'
import { mayDo } from './permission/mayDo.ts'
import { knownChecks, knownTransitions } from './permission/knownChecks.ts'
import { permit } from './permission/permit.ts'
import type { Rights } from './permission/Rights.ts'
import { actions } from './permission/Rule.ts'
import { toKnownField } from './permission/toKnownField.ts'

/** Describes the models or the fields of one model, as far as the caller may know them. */
export function describe(call: MetaCall, rights: Rights): Envelope {
  if (call.operation === 'models') return toEnvelope(rights.known.all.map(({ name, label }) => ({ name, label })))
  const model = permit(call.model, actions, rights)
  const { fields, relations } = rights.forWriting(model)
  const { name, label } = model
  const {
    fields: _,
    relations: __,
    ...visible
  } = rights.visibility.models.find(model.name) ?? { name, label, title: 'id', list: [] }
  const may = mayDo(model, rights)
  const shown = fields.map((field) => toKnownField(field, fields, rights))
  const checks = knownChecks(model, rights)
  const transitions = knownTransitions(model, rights)
  const conditions = { ...(checks.length > 0 ? { checks } : {}), ...(transitions ? { transitions } : {}) }
  return toEnvelope([{ ...visible, ...conditions, fields: [...shown, ...relations], may }])
}
