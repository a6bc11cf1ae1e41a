import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileFigures, HostileStage } from '../harness/HostileStage.ts'

const turns = 3
let stage: HostileStage

beforeAll(async () => {
  stage = await HostileStage.start()
})

afterAll(() => stage.stop())

it(`${turns} times 20 s of the worst requests on 20 connections take little from another user`, async () => {
  const pid = stage.service.pid
  const figures = await stage.measure(turns, { seconds: 20, connections: 20, unread: 5 })
  for (const turn of figures) console.info(describeTurn(turn))
  for (const { alone, beside, service, backend } of figures) {
    expect(beside).toMatchObject({ refused: { count: 0 }, other: 0, odd: 0, broken: 0 })
    expect(beside.ok.perSecond).toBeGreaterThan(0.5 * alone.ok.perSecond)
    expect(service).toBeLessThan(1024 ** 3)
    expect(backend).toBeLessThan(300 * 1024 ** 2)
  }
  // What else the machine does concerns some turns more than others: the quietest tells.
  expect(Math.min(...figures.map(({ alone, beside }) => beside.ok.p99 / alone.ok.p99))).toBeLessThan(10)
  expect([stage.service.isAlive(), stage.service.pid]).toEqual([true, pid])
})

function describeTurn({ alone, beside, answers, service, backend }: HostileFigures): string {
  const times = ({ ok }: HostileFigures['alone']) => `${ok.perSecond}/s, p50 ${ok.p50} ms, p99 ${ok.p99} ms`
  return (
    `alone ${times(alone)}; beside ${times(beside)}; the other got ${JSON.stringify(answers)}; ` +
    `service ${service >> 20} MiB, largest backend ${backend >> 20} MiB`
  )
}
