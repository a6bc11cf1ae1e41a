import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileFigures, HostileStage } from '../harness/HostileStage.ts'
import { sizeOf } from '../harness/rounds.ts'

const seconds = sizeOf({ inCi: 6, long: 10 })

describe(`one user sends the most expensive requests on 20 connections for ${seconds} s`, () => {
  let stage: HostileStage
  let figures: HostileFigures | undefined

  beforeAll(async () => {
    stage = await HostileStage.start()
    ;[figures] = await stage.measure(1, { seconds, connections: 20, unread: 5 })
    console.info(`reads a second: ${figures?.alone.ok.perSecond} alone, ${figures?.beside.ok.perSecond} beside`)
  })

  afterAll(() => stage.stop())

  it('and another user still reads records: none is refused, and almost all are answered', () => {
    expect(figures?.beside).toMatchObject({ refused: { count: 0 }, other: 0, odd: 0 })
    expect(figures?.beside.ok.perSecond).toBeGreaterThan(0.5 * (figures?.alone.ok.perSecond ?? Infinity))
  })

  it('and memory stays within limits', () => {
    expect(figures?.service).toBeLessThan(1024 ** 3)
    expect(figures?.backend).toBeLessThan(300 * 1024 ** 2)
    expect(stage.service.isAlive()).toBe(true)
  })
})
