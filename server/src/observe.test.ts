import { expect, it } from 'vitest'
import { timed } from './observe.ts'

it('tells of every stage once, with how long it took, however it ends', async () => {
  const told: string[] = []
  const onStage = (stage: string, milliseconds: number) => told.push(`${stage} ${milliseconds >= 0}`)
  expect(timed(onStage, 'plan', () => 1)).toBe(1)
  expect(() => timed(onStage, 'permit', () => JSON.parse('{'))).toThrow(SyntaxError)
  expect(await timed(onStage, 'execute', async () => 2)).toBe(2)
  await expect(timed(onStage, 'authenticate', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  expect(told).toEqual(['plan true', 'permit true', 'execute true', 'authenticate true'])
})

it('does nothing but the work where nobody listens', () => {
  expect(timed(undefined, 'plan', () => 1)).toBe(1)
})
