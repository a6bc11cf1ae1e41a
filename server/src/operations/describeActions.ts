import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import type { Action, Logic } from '../logic/Logic.ts'
import { knownActions } from '../logic/permitAction.ts'
import type { Model } from '../model/Model.ts'
import type { Rights } from '../permission/Rights.ts'
import { knownTest } from '../permission/knownChecks.ts'
import { toKnownField, withKnownOffer } from '../permission/toKnownField.ts'
import { byLanguage, type Reader, toReadable } from './inReadersLanguage.ts'

/** Describes the actions that the caller may run, with what they take and give. */
export function describeActions(logic: Logic, { rights, language }: Reader): object[] {
  return knownActions(logic, rights).map((action) => toReadable(describeAction(action, rights), language))
}

/** Lists the actions that the caller may run. */
export function listActions(logic: Logic, reader: Reader): Envelope {
  return byLanguage(toEnvelope(describeActions(logic, reader)), reader.language)
}

function describeAction(action: Action, rights: Rights): object {
  const { name, label, help, on, takes, gives, undo } = action
  const model = on === undefined ? undefined : rights.known.find(on)
  const isKnown = on !== undefined && model !== undefined
  return {
    name,
    label,
    ...(help === undefined ? {} : { help }),
    ...(isKnown ? { on } : {}),
    ...(isKnown && takesMany(takes, on) ? { many: true } : {}),
    ...(model ? describeCondition(action, model, rights) : {}),
    takes: describeForm(takes, rights),
    gives: describeForm(gives, rights),
    undo,
  }
}

/** For which records it can be run, and where it leads, as far as the caller may know the fields. */
function describeCondition({ when, leadsTo = {} }: Action, model: Model, rights: Rights): object {
  const { fields } = rights.forWriting(model)
  const known = Object.entries(leadsTo).filter(([name]) => fields.some((field) => field.name === name))
  const tree = when && knownTest(when.holds, model, rights)
  return {
    ...(when ? { when: { message: when.message, ...(tree ? { tree } : {}) } } : {}),
    ...(known.length > 0 ? { leadsTo: Object.fromEntries(known) } : {}),
  }
}

/** Whether it can be run for several records of its model at once. */
function takesMany({ relations }: Model, on: string): boolean {
  return relations.some(({ type, target }) => type === 'links' && target === on)
}

/** The fields, without the names of models that the caller may not know. */
function describeForm(form: Model, rights: Rights): object[] {
  const { fields, relations } = form
  const shown = fields.map((field) => {
    const { unique: _, indexed: __, ...known } = { unique: false, indexed: false, ...toKnownField(field, form, rights) }
    return known
  })
  const linked = relations.map(({ target, ...relation }) => ({
    ...withKnownOffer(relation, { ...relation, target }, form, rights),
    ...(rights.known.find(target) ? { target } : {}),
  }))
  return [...shown, ...linked]
}
