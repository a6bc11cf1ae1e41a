import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Log } from '../../request/log.ts'
import { warnOfConsole } from './warnOfConsole.ts'

it('warns of a console that is wanted and not built, and says which command builds it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabularium-console-'))
  const warnings: object[] = []
  const log = { warn: (members: object) => warnings.push(members) } as unknown as Log
  await warnOfConsole({ console: false }, log, folder)
  expect(warnings).toEqual([])
  await warnOfConsole({ console: true }, log, folder)
  expect(warnings).toEqual([{ advice: expect.stringContaining('npm run build:console') }])
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  await warnOfConsole({ console: true }, log, folder)
  expect(warnings).toHaveLength(1)
  rmSync(folder, { recursive: true })
})
