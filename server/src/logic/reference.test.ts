import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Job } from '../model/builtIn/Job.ts'
import { members } from './checkLogic.ts'

const page = readFileSync(new URL('../../../docs/reference/logic.md', import.meta.url), 'utf8')

/** The names in the first column of the tables of a section. */
function namesIn(heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return Array.from(own.matchAll(/^\| `(\w+)/gm), ([, name = '']) => name)
}

describe('docs/reference/logic.md', () => {
  const common = ['timeout', 'statements', 'run']

  it.each([
    ['Reactions', 'reaction'],
    ['Schedules', 'schedule'],
  ] as const)('names the members under %s', (heading, kind) => {
    expect(namesIn(heading).toSorted()).toEqual([...members[kind], ...common].toSorted())
  })

  it('names the members of jobs, and the fields of their records', () => {
    const fields = Object.keys(Job.fields)
    expect(namesIn('Jobs').toSorted()).toEqual([...members.job, ...common, ...fields].toSorted())
  })
})
