import { expect, it } from 'vitest'
import { timeStage } from './timeStages.ts'

it('reports every stage once with its duration, however it ends', async () => {
  const reported: string[] = []
  const onStage = (stage: string, milliseconds: number) => reported.push(`${stage} ${milliseconds >= 0}`)
  expect(timeStage(onStage, 'plan', () => 1)).toBe(1)
  expect(() => timeStage(onStage, 'permit', () => JSON.parse('{'))).toThrow(SyntaxError)
  expect(await timeStage(onStage, 'execute', async () => 2)).toBe(2)
  await expect(timeStage(onStage, 'authenticate', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  expect(reported).toEqual(['plan true', 'permit true', 'execute true', 'authenticate true'])
})

it('only does the work if there is no listener', () => {
  expect(timeStage(undefined, 'plan', () => 1)).toBe(1)
})
