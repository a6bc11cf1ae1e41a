import { hash } from 'node:crypto'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope, withMember } from '../envelope/success.ts'
import { describeTypes } from '../criteria/describeTypes.ts'
import type { Logic } from '../logic/Logic.ts'
import { roleModel } from '../model/builtIn/names.ts'
import type { Check } from '../model/Check.ts'
import { everyRecordHas, type Model, type PlacedField } from '../model/Model.ts'
import { orderWithin } from '../model/order.ts'
import { searchFields } from '../model/searchFields.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { extentsOf, extentsOfMember } from '../permission/extents.ts'
import { mayDo } from '../permission/mayDo.ts'
import { describeChecks, knownTransitions } from '../permission/knownChecks.ts'
import { type KnownConstraint, knownConstraints } from '../permission/knownConstraints.ts'
import { permit } from '../permission/permit.ts'
import type { Rights } from '../permission/Rights.ts'
import { actions } from '../permission/Rule.ts'
import { toKnownField, toKnownTest, withKnownConditions, withKnownOffer } from '../permission/toKnownField.ts'
import { describeActions } from './describeActions.ts'
import { describeViews } from '../plan/describeViews.ts'
import { byLanguage, type Reader, toReadable } from './inReadersLanguage.ts'

/** Describes a model with its fields, as far as the caller may know it. */
export function describeFields(name: string, { rights, language }: Reader): Envelope {
  const model = permit(name, actions, rights)
  const described = toReadable(describeModel(model, rights), language)
  return byLanguage(toEnvelope([{ ...described, may: mayDo(model, rights) }]), language)
}

/** What is described besides the models. */
interface Described {
  readonly declaredRoles: readonly string[]
  readonly logic: Logic
}

/** Lists the models that the caller may know; with `detail` it describes them. */
export function describeModels(detail: boolean, reader: Reader, { declaredRoles, logic }: Described): Envelope {
  const { rights, language } = reader
  if (!detail) {
    const listed = rights.known.all.map(({ name, label, plural }) => ({ name, label, ...(plural && { plural }) }))
    return byLanguage(toEnvelope(listed.map((one) => toReadable(one, language))), language)
  }
  const make = () => describeAll(reader, { declaredRoles, logic })
  return rights.visibility.cached(`described models ${language ?? ''}`, make, ({ text }) => text.length)
}

/**
 * Describes all models, with what the caller may do with which records and fields, and the actions that the caller may
 * run. It follows from the rights.
 */
function describeAll({ rights, language }: Reader, { declaredRoles, logic }: Described): Envelope {
  const models = rights.known.all.map((model) => {
    const described = toReadable(describeModel(model, rights), language)
    const fields = described.fields.map((field) => ({ ...field, may: extentsOfMember(field.name, model, rights) }))
    const may = extentsOf(model, rights)
    return { ...described, ...(may.read !== 'none' && !rights.mayList(model) ? { byId: true } : {}), fields, may }
  })
  const plain = withMember(withMember(toEnvelope(models), 'every', everyRecordHas), 'types', describeTypes())
  const acting = withMember(plain, 'actions', describeActions(logic, { rights, language }))
  const envelope = readsAllRoles(rights) ? withMember(acting, 'declaredRoles', declaredRoles) : acting
  return byLanguage({ ...envelope, digest: hash('sha1', envelope.text, 'base64url') }, language)
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
  const { name, label, plural, group } = model
  const seen = rights.visibility.models.find(model.name)
  const words = { label, ...(plural && { plural }), ...(group && { group }) }
  const unseen: Model = { name, ...words, title: 'id', list: [], fields: [], relations: [] }
  const {
    fields: _,
    relations: __,
    constraints: ___,
    only: ____,
    search: _____,
    views: ______,
    accents,
    ...visible
  } = seen ?? unseen
  const search = searchFields(seen ?? unseen)
  const known = { ...model, fields }
  const shown = fields.map((field) => toKnownField(field, known, rights))
  const checks = describeChecks(model, rights)
  const constraints = knownConstraints(model, rights)
  const sections = knownSections(model, [...fields, ...relations, ...(seen ? everyRecordHas : [])], rights)
  const transitions = knownTransitions(model, rights)
  const only = knownOnly(model, fields)
  const views = describeViews(model, rights)
  const declared = {
    ...(sections.length > 0 ? { sections } : {}),
    ...(checks.length > 0 ? { checks } : {}),
    ...(constraints.length > 0 ? { constraints, rules: namesOf(checks, constraints) } : {}),
    ...(transitions ? { transitions } : {}),
    ...(transitions && model.undoTransitions === false ? { undoTransitions: false } : {}),
    ...(only ? { only } : {}),
    ...(views.length > 0 ? { views } : {}),
  }
  return {
    ...visible,
    ...(search.length > 0 ? { search, ...(accents === undefined ? {} : { accents }) } : {}),
    ...declared,
    fields: [
      ...shown,
      ...relations.map((relation) =>
        withKnownConditions(toKnownRelation(relation, known, rights), relation, model, rights),
      ),
    ] as readonly { readonly name: string }[],
  }
}

/** A relation with its order, columns and offer as far as the caller sees the fields of its records. */
function toKnownRelation(relation: Relation, known: Model, rights: Rights): object {
  if (relation.type === 'links') return withKnownOffer(relation, relation, known, rights)
  if (!(relation.sortBy ?? relation.columns)) return relation
  const { sortBy, columns, ...others } = relation
  const target = rights.visibility.models.find(relation.target) ?? none
  return {
    ...others,
    ...(sortBy ? { sortBy: orderWithin(sortBy, target) } : {}),
    ...(columns ? { columns: orderWithin(columns, target) } : {}),
  }
}

const none: Pick<Model, 'fields'> = { fields: [] }

/** Everything that a refusal can name, in one list: a client finds there what a name in an answer stands for. */
function namesOf(checks: readonly Check[], constraints: readonly KnownConstraint[]) {
  return [
    ...checks.map(({ name }) => ({ kind: 'check', name })),
    ...constraints.map(({ kind, name }) => ({ kind, name })),
  ]
}

/** The fields that only actions write, as far as the caller may know them. */
function knownOnly({ only = {} }: Model, known: readonly { readonly name: string }[]): Model['only'] {
  const shown = Object.entries(only).filter(([field]) => known.some(({ name }) => name === field))
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

/** The sections with the fields that the caller may know. One without any is not there for the caller. */
function knownSections(model: Model, known: readonly { readonly name: string }[], rights: Rights): object[] {
  const isKnown = (field: string | PlacedField) =>
    known.some(({ name }) => name === (typeof field === 'string' ? field : field.name))
  return (model.sections ?? [])
    .map((section) => ({ ...section, fields: section.fields.filter(isKnown) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ when, ...section }) => ({
      ...section,
      ...(when === undefined ? {} : toKnownTest('when', when, model, rights)),
    }))
}
