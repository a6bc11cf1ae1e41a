import type { Model } from '../model/Model.ts'
import type { Words } from '../text/words.ts'
import type { ActionCondition, ActionDeclaration } from './action.ts'
import type { JobDeclaration } from './job.ts'
import type { OwnMails } from './ownMails.ts'
import type { ReactionDeclaration, ReactionFilter } from './reaction.ts'
import type { ScheduleDeclaration } from './schedule.ts'
import type { Template } from './template.ts'
import type { Times } from './times.ts'

/** The plain form of what all kinds of logic declare. */
interface CommonLogic {
  readonly name: string
  readonly label: Words
  readonly help?: Words
  /** The name of the declared role whose rights it has. */
  readonly as?: string
  /** The most statements that it may send. */
  readonly statements: number
  /** The time that it may take, in milliseconds; a setting or a fixed time if absent. */
  readonly timeout?: number
}

/** A checked action. `takes` and `gives` have the form of a model, whose fields are never stored. */
export interface Action extends CommonLogic {
  readonly kind: 'action'
  readonly takes: Model
  readonly gives: Model
  /** The name of the model for whose records a console offers it. */
  readonly on?: string
  /** What the records of that model must meet that it is run for. */
  readonly when?: ActionCondition
  /** The values of choices that such a record has afterwards. */
  readonly leadsTo?: Readonly<Record<string, string>>
  /** Whether its writes can be undone. */
  readonly undo: boolean
  readonly run: ActionDeclaration['run']
}

/** A checked job. */
export interface Job extends CommonLogic {
  readonly kind: 'job'
  readonly takes: Model
  readonly tries: number
  readonly run: JobDeclaration['run']
}

/** A checked reaction. */
export interface Reaction extends CommonLogic {
  readonly kind: 'reaction'
  readonly on: string
  readonly when?: ReactionFilter
  readonly as: string
  readonly from: 'now' | 'start'
  readonly run: ReactionDeclaration['run']
}

/** A checked schedule. */
export interface Schedule extends CommonLogic {
  readonly kind: 'schedule'
  readonly times: Times
  readonly as: string
  readonly run: ScheduleDeclaration['run']
}

/** A checked mail. */
export interface Mail extends Omit<CommonLogic, 'timeout' | 'statements'> {
  readonly kind: 'mail'
  readonly takes: Model
  readonly as: string
  readonly to: string
  readonly language?: string
  readonly replyTo?: string
  /** The texts by language, in their order; a text without a language has the key ''. */
  readonly templates: ReadonlyMap<string, Template>
}

/** All logic of a folder, by name. */
export interface Logic {
  readonly actions: ReadonlyMap<string, Action>
  readonly jobs: ReadonlyMap<string, Job>
  readonly reactions: ReadonlyMap<string, Reaction>
  readonly schedules: ReadonlyMap<string, Schedule>
  readonly mails: ReadonlyMap<string, Mail>
  /** The texts of the service's own mails that the folder has in place of those that come along. */
  readonly ownMails: OwnMails
}

/** The logic of a folder that declares none. */
export const noLogic: Logic = {
  actions: new Map(),
  jobs: new Map(),
  reactions: new Map(),
  schedules: new Map(),
  mails: new Map(),
  ownMails: new Map(),
}

/** What `records.later` sends: jobs and mails, by name. */
export type Sendable = ReadonlyMap<string, Pick<Job | Mail, 'kind' | 'name' | 'takes'>>

/** The jobs and mails of a folder. No two of them have the same name. */
export function sendableOf({ jobs, mails }: Pick<Logic, 'jobs' | 'mails'>): Sendable {
  return new Map<string, Job | Mail>([...jobs, ...mails])
}
