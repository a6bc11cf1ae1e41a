import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toLoggedError } from './log.ts'

/** A process that logs and ends at once. */
const shortLived = `
  import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url))}
  const log = createLog({ level: 'info', fileDescriptor: 1, onExit: (work) => process.on('exit', work) })
  log.request({ requestId: 'first', user: 'a "b"' }, 200, 1.234)
  log.info('between')
  log.request({ requestId: 'last', code: 'internal', reason: 'x\\ny' }, 500)
  process.exit()
`

test('lines keep their order, and all are written when the process ends', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', shortLived], { encoding: 'utf8' })
  const lines = output.trimEnd().split('\n')
  const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', time, requestId: 'first', user: 'a "b"', status: 200, ms: 1.23, msg: 'request' },
    { level: 'info', time, msg: 'between' },
    { level: 'info', requestId: 'last', code: 'internal', reason: 'x\ny', status: 500, msg: 'request' },
  ])
})

test('an error of PostgreSQL is logged without the values that it quotes', () => {
  const refusal = Object.assign(new Error('invalid input syntax for type bigint: "canary"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(canary) already exists.',
    where: 'unnamed portal parameter $1 = canary',
  })
  const logged = toLoggedError(new Error('The database refused the values.', { cause: refusal }))
  expect(logged).toMatchObject({ type: 'Error', message: 'The database refused the values.', cause: { code: '22P02' } })
  expect(JSON.stringify(logged)).not.toContain('canary')
})

test('an error keeps its message and its stack frames', () => {
  expect(toLoggedError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.arrayContaining([expect.stringMatching(/^at .*log\.test\.ts/)]),
  })
})
