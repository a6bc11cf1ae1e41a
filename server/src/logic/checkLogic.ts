import type { Mistake } from '../model/checkModels.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import { checkLanguages, checkWords } from '../model/words.ts'
import { didYouMean, suggest } from '../text/didYouMean.ts'
import { checkForm } from './checkForm.ts'
import { checkMail } from './checkMail.ts'
import { checkLeadsTo, checkWhen } from './checkWhen.ts'
import { toMilliseconds } from '../text/duration.ts'
import { parseTimes } from './times.ts'
import { type AnyLogic, type LogicDeclaration, type MailFiles, nameOf } from './toLogic.ts'

/** The members of each kind of declaration, besides those of all kinds. */
export const members = {
  action: ['takes', 'gives', 'as', 'on', 'when', 'leadsTo', 'undo'],
  job: ['takes', 'as', 'tries'],
  reaction: ['on', 'when', 'as', 'from'],
  schedule: ['every', 'at', 'as'],
  mail: ['takes', 'as', 'to', 'language', 'replyTo', 'text'],
} as const satisfies Record<AnyLogic['kind'], readonly string[]>

/** The members of all declarations, and those of all that run code. */
export const commonMembers = ['kind', 'name', 'label', 'help']
export const codeMembers = ['timeout', 'statements', 'run']

/** The longest timeout, in milliseconds: a day. */
const longestTimeout = 86_400_000

const nameShape = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)*\.[a-z][A-Za-z0-9]*$/

/** Whether the text can be the full name of an action, a job, a reaction or a schedule. */
export function isLogicName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= 200 && nameShape.test(name) && name.includes('.')
}

/** What a declaration is checked against. */
export interface LogicContext {
  readonly models: Models
  readonly roles: readonly DeclaredRole[]
  /** The texts of mails in files beside the models; absent: there are none. */
  readonly mailFiles?: MailFiles | undefined
}

/** Returns all mistakes of a declaration. */
export function checkLogic(
  declaration: LogicDeclaration,
  logic: AnyLogic,
  file: string,
  context: LogicContext,
): Mistake[] {
  const subject = { file, model: `${declaration.kind} ${String(declaration.name)}` }
  const messages = [
    ...checkMembers(declaration),
    ...checkCommon(declaration),
    ...checkLanguages(declaration, context.models.application.languages).map(({ message }) => message),
    ...(declaration.kind === 'mail' ? [] : checkCode(declaration)),
    ...checkRole(logic, context.roles),
    ...checkKind(declaration, logic, context.models),
  ]
  const fields =
    'takes' in logic
      ? [
          ...checkForm(logic.takes, 'takes', context.models, declaration.kind),
          ...('gives' in logic ? checkForm(logic.gives, 'gives', context.models, declaration.kind) : []),
        ]
      : []
  return [
    ...messages.map((message) => ({ ...subject, message })),
    ...fields.map(({ field, message }) => ({ ...subject, field, message })),
  ]
}

function checkMembers(declaration: LogicDeclaration): string[] {
  const known = [...commonMembers, ...(declaration.kind === 'mail' ? [] : codeMembers), ...members[declaration.kind]]
  return Object.keys(declaration)
    .filter((member) => !known.includes(member))
    .map((member) => `${article(declaration.kind)} has no member "${member}".${suggest(member, known.slice(1))}`)
}

function checkCommon({ name, label, help }: LogicDeclaration): string[] {
  return [
    ...(isLogicName(name)
      ? []
      : ['name must be a package and a name with a small letter, such as com.example.orders.ship']),
    ...(isLogicName(name) && name.startsWith('tabularium.')
      ? ['the package tabularium belongs to the service: choose another one']
      : []),
    ...checkWords('label', label),
    ...checkWords('help', help),
  ]
}

function checkCode({ timeout, statements, run }: Exclude<LogicDeclaration, { kind: 'mail' }>): string[] {
  return [
    ...(timeout === undefined || isTimeout(timeout)
      ? []
      : ["timeout must be a time from '1ms' to '1d', such as '10s'"]),
    ...(statements === undefined || isWhole(statements, 1, 10_000) ? [] : ['statements must be from 1 to 10000']),
    ...(typeof run === 'function' ? [] : ['run must be a function']),
  ]
}

function checkRole({ kind, as }: AnyLogic, roles: readonly DeclaredRole[]): string[] {
  const names = roles.map(({ name }) => name)
  if (as === undefined || (as === 'undefined' && !names.includes(as)))
    return ['reaction', 'schedule', 'mail'].includes(kind) ? [`${article(kind)} has no caller: write as: 'role'`] : []
  if (names.includes(as)) return []
  return [`as names the role "${as}", which no file declares: write export const … = role(…).${didYouMean(as, names)}`]
}

function checkKind(declaration: LogicDeclaration, logic: AnyLogic, models: Models): string[] {
  switch (declaration.kind) {
    case 'action':
      return [
        ...(isObject(declaration.takes) ? [] : ['takes must be an object of fields; {} if it takes nothing']),
        ...(declaration.on === undefined ? [] : checkModel(nameOf(declaration.on), models)),
        ...(logic.kind === 'action' ? [...checkWhen(logic, models), ...checkLeadsTo(logic, models)] : []),
        ...(declaration.undo === undefined || !declaration.undo ? [] : ['undo can only be false']),
      ]
    case 'job':
      return [
        ...(isObject(declaration.takes) ? [] : ['takes must be an object of fields; {} if it takes nothing']),
        ...(declaration.tries === undefined || isWhole(declaration.tries, 1, 100)
          ? []
          : ['tries must be from 1 to 100']),
      ]
    case 'reaction':
      return logic.kind === 'reaction' ? checkReaction(logic, models) : []
    case 'schedule':
      return checkTimes(declaration)
    case 'mail':
      return [
        ...(isObject(declaration.takes) ? [] : ['takes must be an object of fields']),
        ...(logic.kind === 'mail' ? checkMail(declaration, logic, models) : []),
      ]
  }
}

function checkReaction({ on, when, from }: Extract<AnyLogic, { kind: 'reaction' }>, models: Models): string[] {
  const model = models.find(on)
  const names = [...(model?.fields ?? []), ...(model?.relations ?? [])].map(({ name }) => name)
  const changed = Array.isArray(when?.changed) ? when.changed : []
  return [
    ...checkModel(on, models),
    ...(when === undefined || isObject(when) ? [] : ["when must be an object, such as { changed: ['status'] }"]),
    ...Object.keys(when ?? {})
      .filter((member) => !['created', 'deleted', 'changed'].includes(member))
      .map((member) => `when has no member "${member}".${didYouMean(member, ['created', 'deleted', 'changed'])}`),
    ...changed
      .filter((name) => model && !names.includes(name))
      .map((name) => `when.changed names "${name}", which is not a field of ${on}.${didYouMean(String(name), names)}`),
    ...(['now', 'start'].includes(from) ? [] : ["from must be 'now' or 'start'"]),
  ]
}

function checkTimes({ every, at }: Extract<LogicDeclaration, { kind: 'schedule' }>): string[] {
  const times = parseTimes({ every, at })
  return typeof times === 'string' ? [times] : []
}

function checkModel(name: string, models: Models): string[] {
  if (models.find(name)) return []
  const names = models.all.map((model) => model.name)
  return [`on names ${name}, which is not a loaded model: write on: Order or its full name.${didYouMean(name, names)}`]
}

/** Node's timers fire at once if they are set to 25 days or more. */
function isTimeout(value: unknown): boolean {
  const time = toMilliseconds(value) ?? 0
  return time > 0 && time <= longestTimeout
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function article(kind: AnyLogic['kind']): string {
  return kind === 'action' ? 'an action' : `a ${kind}`
}
