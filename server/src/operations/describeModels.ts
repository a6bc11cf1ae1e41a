import { hash } from 'node:crypto'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope, withMember } from '../envelope/success.ts'
import { describeTypes } from '../criteria/describeTypes.ts'
import { roleModel } from '../model/builtIn/names.ts'
import { everyRecordHas, type Model, type Section } from '../model/Model.ts'
import { extentsOf, extentsOfMember } from '../permission/extents.ts'
import { mayDo } from '../permission/mayDo.ts'
import { knownChecks, knownTransitions } from '../permission/knownChecks.ts'
import { permit } from '../permission/permit.ts'
import type { Rights } from '../permission/Rights.ts'
import { actions } from '../permission/Rule.ts'
import { toKnownField } from '../permission/toKnownField.ts'

/** Describes a model with its fields, as far as the caller may know it. */
export function describeFields(name: string, rights: Rights): Envelope {
  const model = permit(name, actions, rights)
  return toEnvelope([{ ...describeModel(model, rights), may: mayDo(model, rights) }])
}

/** Lists the models that the caller may know; with `detail` it describes them. */
export function describeModels(detail: boolean, rights: Rights, declaredRoles: readonly string[]): Envelope {
  if (!detail) return toEnvelope(rights.known.all.map(({ name, label }) => ({ name, label })))
  const make = () => describeAll(rights, declaredRoles)
  return rights.visibility.cached('described models', make, ({ text }) => text.length)
}

/** Describes all models, with what the caller may do with which records and fields. It follows from the rights. */
function describeAll(rights: Rights, declaredRoles: readonly string[]): Envelope {
  const models = rights.known.all.map((model) => {
    const described = describeModel(model, rights)
    const fields = described.fields.map((field) => ({ ...field, may: extentsOfMember(field.name, model, rights) }))
    return { ...described, fields, may: extentsOf(model, rights) }
  })
  const plain = withMember(withMember(toEnvelope(models), 'every', everyRecordHas), 'types', describeTypes())
  const envelope = readsAllRoles(rights) ? withMember(plain, 'declaredRoles', declaredRoles) : plain
  return { ...envelope, digest: hash('sha1', envelope.text, 'base64url') }
}

/** Whether the caller may know the names of all roles. */
function readsAllRoles(rights: Rights): boolean {
  const role = rights.known.find(roleModel)
  if (!role || extentsOf(role, rights).read !== 'all') return false
  return extentsOfMember('name', role, rights).read === 'all'
}

/** A model with its fields and relations, as far as the caller may know them. */
function describeModel(model: Model, rights: Rights) {
  const { fields, relations } = rights.forWriting(model)
  const { name, label, group } = model
  const unseen = { name, label, title: 'id', list: [], fields: [], relations: [], ...(group && { group }) }
  const { fields: _, relations: __, ...visible } = rights.visibility.models.find(model.name) ?? unseen
  const shown = fields.map((field) => toKnownField(field, fields, rights))
  const checks = knownChecks(model, rights)
  const sections = knownSections(model.sections, [...fields, ...relations])
  const transitions = knownTransitions(model, rights)
  const only = knownOnly(model, fields)
  const declared = {
    ...(sections.length > 0 ? { sections } : {}),
    ...(checks.length > 0 ? { checks } : {}),
    ...(transitions ? { transitions } : {}),
    ...(only ? { only } : {}),
  }
  return { ...visible, ...declared, fields: [...shown, ...relations] }
}

/** The fields that only actions write, as far as the caller may know them. */
function knownOnly({ only = {} }: Model, known: readonly { readonly name: string }[]): Model['only'] {
  const shown = Object.entries(only).filter(([field]) => known.some(({ name }) => name === field))
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

/** The sections with the fields that the caller may know. One without any is not there for the caller. */
function knownSections(sections: readonly Section[] = [], known: readonly { readonly name: string }[]): Section[] {
  const isKnown = (field: string) => known.some(({ name }) => name === field)
  return sections
    .map(({ label, fields }) => ({ label, fields: fields.filter(isKnown) }))
    .filter(({ fields }) => fields.length > 0)
}
