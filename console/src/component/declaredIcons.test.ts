import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { icons } from '../../../server/src/model/navigation.ts'

it('the console draws every icon that a model may declare', () => {
  const source = readFileSync(new URL('DeclaredIcon.tsx', import.meta.url), 'utf8')
  const drawn = /declaredIcons = \{(.*?)\}/s.exec(source)?.[1] ?? ''
  expect([...drawn.matchAll(/'?([a-z0-9-]+)'?: \w+/g)].map(([, name]) => name)).toEqual([...icons])
})
