import { expect, it } from 'vitest'
import { timed } from './timeStages.ts'

it('reports every stage once with its duration, however it ends', async () => {
  const reported: string[] = []
  const onStage = (stage: string, milliseconds: number) => reported.push(`${stage} ${milliseconds >= 0}`)
  expect(timed(onStage, 'plan', () => 1)).toBe(1)
  expect(() => timed(onStage, 'permit', () => JSON.parse('{'))).toThrow(SyntaxError)
  expect(await timed(onStage, 'execute', async () => 2)).toBe(2)
  await expect(timed(onStage, 'authenticate', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  expect(reported).toEqual(['plan true', 'permit true', 'execute true', 'authenticate true'])
})

it('only does the work if there is no listener', () => {
  expect(timed(undefined, 'plan', () => 1)).toBe(1)
})
