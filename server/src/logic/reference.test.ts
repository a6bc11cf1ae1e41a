import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Job } from '../model/builtIn/Job.ts'
import type { ActionContext } from './action.ts'
import { codeMembers, members } from './checkLogic.ts'
import type { JobContext } from './job.ts'
import type { ReactionEvent } from './reaction.ts'
import type { JobRecords, Records, SearchOptions } from './Records.ts'
import type { ScheduleContext } from './schedule.ts'

const page = readFileSync(new URL('../../../docs/reference/logic.md', import.meta.url), 'utf8')

/** The text under a heading of the second level, with everything below it. */
function textOf(heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return own
}

/** The names in the first column of the tables of a section, up to that of the parameters of a request. */
function namesIn(heading: string): string[] {
  const [text = ''] = textOf(heading).split(/^\| parameter of /m)
  return Array.from(text.matchAll(/^\| `(\w+)/gm), ([, name = '']) => name)
}

/** All names that a section shows as code. */
function codeIn(heading: string): string[] {
  const code = Array.from(textOf(heading).matchAll(/`([^`\n]+)`/g), ([, text = '']) => text)
  return code.flatMap((text) => text.match(/\w+/g) ?? [])
}

/** What declarations of every kind have, except for names and texts, which the page has in its first part. */
const common = codeMembers

// The compiler checks that these lists are complete, and that they name nothing else.
const calls = Object.keys({
  read: true,
  readAll: true,
  search: true,
  count: true,
  create: true,
  createAll: true,
  update: true,
  updateAll: true,
  remove: true,
  removeAll: true,
  later: true,
} satisfies Record<keyof Records, true>)
const callsOfJobs = Object.keys({
  read: true,
  readAll: true,
  search: true,
  count: true,
  transact: true,
} satisfies Record<keyof JobRecords, true>)
const searchOptions = Object.keys({
  where: true,
  sortBy: true,
  fields: true,
  limit: true,
  lock: true,
  hold: true,
} satisfies Record<keyof SearchOptions, true>)
const eventMembers = Object.keys({
  id: true,
  version: true,
  operation: true,
  on: true,
  by: true,
  requestId: true,
  changed: true,
  before: true,
  after: true,
} satisfies Record<keyof ReactionEvent, true>)
const contexts = {
  Actions: Object.keys({
    caller: true,
    moment: true,
    dryRun: true,
    signal: true,
    log: true,
  } satisfies Record<keyof ActionContext, true>),
  Jobs: Object.keys({
    key: true,
    attempt: true,
    moment: true,
    signal: true,
    log: true,
    progress: true,
    mail: true,
  } satisfies Record<keyof JobContext, true>),
  Schedules: Object.keys({
    due: true,
    moment: true,
    signal: true,
    log: true,
  } satisfies Record<keyof ScheduleContext, true>),
}

describe('docs/reference/logic.md', () => {
  it.each([
    ['Actions', 'action'],
    ['Reactions', 'reaction'],
    ['Schedules', 'schedule'],
  ] as const)('names the members under %s', (heading, kind) => {
    expect(namesIn(heading).toSorted()).toEqual([...members[kind], ...common].toSorted())
  })

  it('names the members of mails', () => {
    expect(namesIn('Mails').toSorted()).toEqual(members.mail.toSorted())
  })

  it('names the members of jobs, and the fields of their records', () => {
    const fields = Object.keys(Job.fields)
    expect(namesIn('Jobs').toSorted()).toEqual([...members.job, ...common, ...fields].toSorted())
  })

  it('names the calls of records', () => {
    expect(namesIn('Records').toSorted()).toEqual(calls.toSorted())
    expect(codeIn('Records')).toEqual(expect.arrayContaining(searchOptions))
    expect(codeIn('Jobs')).toEqual(expect.arrayContaining(callsOfJobs))
  })

  it.each(Object.entries(contexts))('names what the context has under %s', (heading, names) => {
    expect(codeIn(heading)).toEqual(expect.arrayContaining(names))
  })

  it('names the members of an event', () => {
    expect(codeIn('Reactions')).toEqual(expect.arrayContaining(eventMembers))
  })

  it('names what all declarations have', () => {
    const [first = ''] = page.split('\n## ')
    for (const name of ['name', 'label', 'help']) expect(first).toContain(`\`${name}\``)
  })
})
