import type { Model } from '../model/Model.ts'
import { toLabel, toModel } from '../model/toModel.ts'
import type { ActionDeclaration } from './action.ts'
import type { CommonDeclaration } from './declaration.ts'
import { toMilliseconds } from '../text/duration.ts'
import type { JobDeclaration } from './job.ts'
import type { Action, Job, Mail, Reaction, Schedule } from './Logic.ts'
import type { MailDeclaration } from './mail.ts'
import type { ReactionDeclaration } from './reaction.ts'
import type { ScheduleDeclaration } from './schedule.ts'
import { toTemplate } from './template.ts'
import { parseTimes } from './times.ts'

/** A declaration of any kind of logic. */
export type LogicDeclaration =
  | ActionDeclaration
  | JobDeclaration
  | ReactionDeclaration
  | ScheduleDeclaration
  | MailDeclaration

/** The plain form of any kind of logic. */
export type AnyLogic = Action | Job | Reaction | Schedule | Mail

/** The texts of mails in files: by name, then by language. */
export type MailFiles = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What is used if a declaration does not say it. */
export const defaults = { statements: 50, tries: 12 } as const

/** What the plain form of a declaration depends on besides it. */
export interface LogicPlace {
  /** The zone of times of the day that name none. */
  readonly timeZone?: string
  readonly files?: MailFiles | undefined
}

/** The plain form of a declaration. Mistakes are not corrected: `checkLogic` finds them. */
export function toLogic(declaration: LogicDeclaration, { timeZone = 'UTC', files }: LogicPlace = {}): AnyLogic {
  switch (declaration.kind) {
    case 'action':
      return toAction(declaration)
    case 'job':
      return toJob(declaration)
    case 'reaction':
      return toReaction(declaration)
    case 'schedule':
      return toSchedule(declaration, timeZone)
    case 'mail':
      return toMail(declaration, files?.get(declaration.name))
  }
}

function toAction(declaration: ActionDeclaration): Action {
  const { takes, gives, on, when, leadsTo, undo } = declaration
  return {
    kind: 'action',
    ...toCommon(declaration),
    takes: toForm(declaration.name, takes),
    gives: toForm(declaration.name, gives ?? {}),
    ...(on === undefined ? {} : { on: nameOf(on) }),
    ...(when === undefined ? {} : { when }),
    ...(leadsTo === undefined ? {} : { leadsTo }),
    undo: undo ?? true,
    run: bound(declaration),
  }
}

function toJob(declaration: JobDeclaration): Job {
  const { takes, tries } = declaration
  return {
    kind: 'job',
    ...toCommon(declaration),
    takes: toForm(declaration.name, takes),
    tries: tries ?? defaults.tries,
    run: bound(declaration),
  }
}

function toReaction(declaration: ReactionDeclaration): Reaction {
  const { on, when, from } = declaration
  return {
    kind: 'reaction',
    ...toCommon(declaration),
    as: nameOf(declaration.as),
    on: nameOf(on),
    ...(when === undefined ? {} : { when }),
    from: from ?? 'now',
    run: bound(declaration),
  }
}

function toSchedule(declaration: ScheduleDeclaration, timeZone: string): Schedule {
  const { every, at } = declaration
  const times = parseTimes({ every, at }, timeZone)
  return {
    kind: 'schedule',
    ...toCommon(declaration),
    as: nameOf(declaration.as),
    times: typeof times === 'string' ? { every: Infinity } : times,
    run: bound(declaration),
  }
}

function toMail(declaration: MailDeclaration, files: ReadonlyMap<string, string> = new Map()): Mail {
  const { statements: _, ...common } = toCommon(declaration)
  const { takes, to, language, replyTo, text } = declaration
  const declared = typeof text === 'object' && text !== null ? Object.entries(text) : text ? [['', text] as const] : []
  const texts = declared.length > 0 ? declared : [...files]
  return {
    kind: 'mail',
    ...common,
    as: nameOf(declaration.as),
    takes: toForm(declaration.name, takes),
    to,
    ...(language === undefined ? {} : { language }),
    ...(replyTo === undefined ? {} : { replyTo }),
    templates: new Map(texts.map(([key, one]) => [key, toTemplate(String(one))])),
  }
}

/** A `run` that uses `this` gets its declaration. */
function bound<Run>(declaration: { readonly run: Run }): Run {
  const { run } = declaration
  return typeof run === 'function' ? (run.bind(declaration) as Run) : run
}

function toCommon(declaration: CommonDeclaration & Partial<Pick<ActionDeclaration, 'as' | 'statements' | 'timeout'>>) {
  const { name, label, help, as, statements, timeout } = declaration
  const time = toMilliseconds(timeout)
  return {
    name,
    label: label ?? toLabel(String(name).split('.').at(-1) ?? ''),
    ...(help === undefined ? {} : { help }),
    ...(as === undefined ? {} : { as: nameOf(as) }),
    statements: statements ?? defaults.statements,
    ...(time === undefined ? {} : { timeout: time }),
  }
}

/** Fields in the form of a model, so that everything that reads, shows and describes fields works for them. */
function toForm(name: string, fields: ActionDeclaration['takes']): Model {
  return toModel({ name, title: '', list: [], fields })
}

/** The name of what is given by its declaration or its name. */
export function nameOf(given: unknown): string {
  if (typeof given === 'string') return given
  return typeof given === 'object' && given !== null && 'name' in given ? String(given.name) : String(given)
}
