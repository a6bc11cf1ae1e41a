import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ratios } from '../../bench/application/ratios.ts'

const program = fileURLToPath(import.meta.resolve('../../bench/application.ts'))

/** A run to its end. It ends with 1 if a target is missed. */
function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    )
  })
}

test('the benchmark of declarations measures every ratio, and its exit code says if all are reached', async () => {
  const { code, stdout } = await run('--records', '1k', '--rounds', '1')
  const lines = stdout.split('\n').slice(1, ratios.length + 1)
  const parts = lines.map((line) => /^(\S+) +([\d.]+) +[\d.]+ +[\d.]+ +at (?:most|least) [\d.]+ +(\w+)$/.exec(line))
  expect(parts.map((part) => part?.[1])).toEqual(ratios.map(({ name }) => name))
  for (const part of parts) expect(Number(part?.[2])).toBeGreaterThan(0)
  expect(code).toBe(parts.some((part) => part?.[3] === 'MISSED') ? 1 : 0)
})

test('it lists its ratios, and refuses others', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  for (const { name } of ratios) expect(stdout).toContain(`  ${name} `)
  expect(await run('--only', 'nothing')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--only knows checks'),
  })
})
