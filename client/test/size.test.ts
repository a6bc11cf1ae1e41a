import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('the published file is one, imports nothing, and has at most 4.2 kB when it is compressed', async () => {
  const input = fileURLToPath(import.meta.resolve('../src/index.ts'))
  const build = await rolldown({ input, transform: { target: 'es2022' } })
  const { output } = await build.generate({ format: 'es', minify: true, comments: false, sourcemap: true })
  await build.close()
  const [{ code, imports, dynamicImports }] = output
  expect([imports, dynamicImports]).toEqual([[], []])
  expect(output.filter(({ type }) => type === 'chunk')).toHaveLength(1)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(4_200)
})
