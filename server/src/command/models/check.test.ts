import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlanted } from '../../../test/harness/mistakes/readPlanted.ts'
import { type Change, writeDesk } from '../../../test/harness/mistakes/writeDesk.ts'
import { tryCommand } from '../../../test/harness/runCommand.ts'

const planted = readPlanted()
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tabularium-check-'))
})
afterAll(() => rm(home, { recursive: true }))

/** What the command says about the desk with a change, without the name of the folder. */
async function check(change?: Change, ...flags: string[]): Promise<{ code: number | null; said: string }> {
  const folder = await writeDesk(home, change)
  const { code, stdout, stderr } = await tryCommand(['models', 'check', '--models', folder, ...flags])
  return { code, said: (stdout + stderr).replaceAll(`${basename(folder)}/`, '') }
}

/** The lines of the mistakes alone. */
function mistakesIn(said: string): string[] {
  return said.split('\n').flatMap((line) => (/^ {2}\S+\.ts[: ]/.test(line) ? [line.trim()] : []))
}

describe('models check', () => {
  it('finds no mistake in a folder that uses every declaration', async () => {
    expect(await check()).toEqual({
      code: 0,
      said:
        '3 models, no mistakes\n1 note:\n  application.ts: de: 47 of 53 words are missing; ' +
        'tabularium models check --language de lists them\n',
    })
  })

  it('is tried with enough mistakes', () => {
    expect(planted.length).toBeGreaterThan(140)
  })

  it.each(planted)('names the mistake of $wrong in $file', async ({ says, ...change }) => {
    const { code, said } = await check(change)
    expect({ code, mistakes: mistakesIn(said) }).toEqual({ code: 2, mistakes: says })
  })
})

describe('models check --json', () => {
  it('has file, model, field and message apart', async () => {
    const change = { file: 'Thing.ts', right: "color: 'blue'", wrong: "color: 'blau'" }
    const { code, said } = await check(change, '--json')
    expect(code).toBe(2)
    expect(JSON.parse(said)).toEqual({
      models: 0,
      mistakes: [
        {
          file: 'Thing.ts',
          model: 'org.example.Thing',
          field: 'kind',
          message: expect.stringMatching(/^the color of camera must be one of gray, red, /),
        },
      ],
    })
  })
})

describe('models check --language', () => {
  it('lists the words that a language does not have', async () => {
    const { code, said } = await check(undefined, '--language', 'de')
    const lines = mistakesIn(said)
    expect({ code, count: lines.length }).toEqual({ code: 0, count: 47 })
    expect(lines).toEqual(
      expect.arrayContaining([
        'application.ts: label "Desk" is missing in de',
        'Thing.ts · org.example.Thing: group "Desk" is missing in de',
        'Thing.ts · org.example.Thing · number: label "Number" is missing in de',
        'Thing.ts · org.example.Thing · sections 1: label "Place" is missing in de',
        'Thing.ts · org.example.Thing · kind: label of camera "Camera" is missing in de',
        'Loan.ts · org.example.Loan · notForLong: message "is too late" is missing in de',
        'Loan.ts · org.example.Loan · five: message "has five loans" is missing in de',
        'database.ts · sql org.example.noSpaces · thing_spaces: message "must have no spaces" is missing in de',
        'logic.ts · action org.example.lend · days: label "Days" is missing in de',
        'logic.ts · mail org.example.reminder: text "Loan {loan.number}" is missing in de',
      ]),
    )
    // They have the language, or are one text for all.
    expect(lines.filter((line) => /"Things"|"Name"|"Lend"|"lab"/.test(line))).toEqual([])
  })

  it('has every word of the first language', async () => {
    expect(await check(undefined, '--language', 'en')).toEqual({ code: 0, said: '3 models, no mistakes\n' })
  })

  it('refuses a language that the application does not have', async () => {
    expect(await check(undefined, '--language', 'fr')).toEqual({
      code: 2,
      said: 'tabularium: "fr" is not among the languages: application() has en, de.\n',
    })
  })
})
