import { suggest } from '../text/didYouMean.ts'
import { isFieldName } from './checkField.ts'
import { colors } from './field/choice.ts'
import { aggregateFunctions } from './aggregates.ts'
import {
  colored,
  type DeclaredView,
  type Layout,
  layouts,
  layoutsOf,
  optionMembers,
  viewMembers,
} from './DeclaredView.ts'
import type { Model } from './Model.ts'
import { checkWords } from './words.ts'

const maxViews = 50
const maxColors = 10

/** What a layout cannot be without. */
const needs: Readonly<Partial<Record<Layout, readonly [member: string, such: string]>>> = {
  board: ['by', "the field of the columns, such as by: 'status'"],
  calendar: ['from', 'a date field'],
  pivot: ['groupBy', "the fields of its rows and its columns, such as groupBy: ['customer', 'dueOn:month']"],
}
/** How many fields the groups of a layout have; 1 to 3 of the others. */
const groupCounts: Readonly<Partial<Record<Layout, number>>> = { board: 1, pivot: 2 }
const example =
  "views must be such as views: { open: { where: { fieldName: 'status', operator: '=', value: 'open' } } }"

/**
 * Returns the mistakes in the form of `views`; what their names lead to is checked by planning them (`plan/views.ts`).
 */
export function checkViews({ views: given }: Pick<Model, 'views'>): string[] {
  const views: unknown = given
  if (views === undefined) return []
  if (!Array.isArray(views) || views.length === 0 || !views.every(isObject)) return [example]
  if (views.length > maxViews) return [`a model has at most ${maxViews} views, and this one has ${views.length}`]
  return [
    ...views.flatMap((view) => checkView(view).map((mistake) => `the view ${String(view['name'])} ${mistake}`)),
    ...checkDefaults(views as unknown as readonly DeclaredView[]),
  ]
}

function checkView({ name, ...view }: Record<string, unknown>): string[] {
  if (!isFieldName(name)) return ["needs a name that begins with a small letter, such as 'overdue'"]
  if (name === 'all') return ['has the name of the tab of all records: choose another']
  const { roles, sortBy, fields, q, where } = view
  return [
    ...Object.keys(view)
      .filter((member) => !viewMembers.includes(member))
      .map((member) => `has no member "${member}".${suggest(member, viewMembers)}`),
    ...checkWords('label', view['label']),
    ...checkFlag('default', view['default']),
    ...checkFlag('forMe', view['forMe']),
    ...(q === undefined || (typeof q === 'string' && q !== '') ? [] : ["needs q as a text, such as q: 'oak'"]),
    ...(where === undefined || isObject(where)
      ? []
      : ["needs where as criteria, such as where: { fieldName: 'status', operator: '=', value: 'open' }"]),
    ...(sortBy === undefined || isNames(sortBy, 8) ? [] : ["needs sortBy as field names, such as sortBy: ['-dueOn']"]),
    ...(fields === undefined || isNames(fields, 100) ? [] : ["needs fields as field names: ['number', 'dueOn']"]),
    ...(roles === undefined || isNames(roles, 100) ? [] : ["needs roles as names of roles, such as roles: ['sales']"]),
    ...checkLayout(view),
  ]
}

function checkFlag(member: string, value: unknown): string[] {
  return value === undefined || value === true ? [] : [`needs ${member} to be true: leave it out otherwise`]
}

/** Returns the mistakes in the form of what a view of any kind says about its layout. */
export function checkLayout(view: Readonly<Record<string, unknown>>): string[] {
  const { layout = 'grid', groupBy, footer, card, limit } = view
  const known = layouts.find((one) => one === layout)
  if (!known) return [`has the layout "${String(layout)}".${suggest(String(layout), layouts)}`]
  const [needed, such] = needs[known] ?? []
  const [least, most] = [groupCounts[known] ?? 1, groupCounts[known] ?? 3]
  return [
    ...Object.entries(layoutsOf)
      .filter(([member, fit]) => view[member] !== undefined && !fit.includes(known))
      .map(([member, fit]) => `has ${member}, which is of the layout ${fit.join(' or ')}: leave it out`),
    ...(needed !== undefined && view[needed] === undefined ? [`needs ${needed}: ${such}`] : []),
    ...['by', 'sum', 'from', 'to', 'color']
      .filter((member) => view[member] !== undefined && typeof view[member] !== 'string')
      .map((member) => `needs ${member} as the name of a field`),
    ...(groupBy === undefined || isNames(groupBy, most, least)
      ? []
      : [`needs groupBy as ${fieldNames(least, most)}, such as groupBy: ['customer', 'dueOn:month']`]),
    ...(card === undefined || isNames(card, 4) ? [] : ["needs card as 1 to 4 field names, such as card: ['dueOn']"]),
    ...(limit === undefined || (Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= 100)
      ? []
      : ['needs limit as a number from 1 to 100']),
    ...checkFooter(footer),
    ...checkColors(view['colors']),
  ]
}

/** Returns the mistakes in the form of the options of a saved view. */
export function checkOptions(options: unknown): string[] {
  if (!isObject(options)) return ['must be an object, such as {"by": "status"}']
  return Object.keys(options)
    .filter((member) => !optionMembers.includes(member))
    .map((member) => `has no member "${member}".${suggest(member, optionMembers)}`)
}

function checkFooter(footer: unknown): string[] {
  if (footer === undefined) return []
  if (!isObject(footer) || Object.keys(footer).length === 0 || Object.keys(footer).length > 8)
    return ["needs footer as 1 to 8 functions by field, such as footer: { total: 'sum' }"]
  return Object.entries(footer)
    .filter(([, figure]) => !aggregateFunctions.some((one) => one === figure))
    .map(
      ([field, figure]) =>
        `has the footer "${String(figure)}" of ${field}.${suggest(String(figure), aggregateFunctions)}`,
    )
}

function checkColors(given: unknown): string[] {
  if (given === undefined) return []
  if (!Array.isArray(given) || given.length === 0 || given.length > maxColors || !given.every(isObject))
    return [`needs colors as a list of 1 to ${maxColors}, such as colors: [{ where: 'dueOn < $today', color: 'red' }]`]
  return given.flatMap((one, index) => checkColor(one).map((mistake) => `has the color ${index + 1}, which ${mistake}`))
}

function checkColor({ where, color, on = 'row', field, ...others }: Record<string, unknown>): string[] {
  const members = ['where', 'color', 'on', 'field']
  return [
    ...Object.keys(others).map((member) => `has no member "${member}".${suggest(member, members)}`),
    ...(isObject(where) || typeof where === 'string' ? [] : ["needs where, such as where: 'dueOn < $today'"]),
    ...(colors.some((one) => one === color) ? [] : [`is "${String(color)}": use one of ${colors.join(', ')}`]),
    ...(colored.some((one) => one === on) ? [] : [`is on "${String(on)}": use one of ${colored.join(', ')}`]),
    ...(on === 'row' && field !== undefined ? ["has a field, and is on the row: write on: 'cell' or 'text'"] : []),
    ...(on !== 'row' && typeof field !== 'string' ? [`is on the ${String(on)}: name its field`] : []),
  ]
}

/** Everybody's list begins with one view at most. */
function checkDefaults(views: readonly DeclaredView[]): string[] {
  const first = new Map<string, string>()
  return views
    .filter((view) => view.default)
    .flatMap(({ name, roles }) =>
      (Array.isArray(roles) ? roles : ['']).flatMap((role) => {
        const earlier = first.get(role)
        first.set(role, earlier ?? name)
        const whose = role === '' ? 'of everybody' : `of the role ${role}`
        return earlier === undefined ? [] : [`the views ${earlier} and ${name} are both the default ${whose}: keep one`]
      }),
    )
}

function fieldNames(least: number, most: number): string {
  if (most === 1) return '1 field name'
  return least === most ? `${most} field names` : `${least} to ${most} field names`
}

function isNames(value: unknown, most: number, least = 1): boolean {
  return (
    Array.isArray(value) &&
    value.length >= least &&
    value.length <= most &&
    value.every((name) => typeof name === 'string') &&
    new Set(value).size === value.length
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
