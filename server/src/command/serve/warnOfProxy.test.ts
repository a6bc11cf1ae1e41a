import { describe, expect, it } from 'vitest'
import type { Log } from '../../request/log.ts'
import type { Settings } from '../../settings/Settings.ts'
import { warnOfProxy } from './warnOfProxy.ts'

function warningsFor(settings: Pick<Settings, 'publicUrl' | 'trustProxy'>): string[] {
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => warnings.push(message) } as unknown as Log
  warnOfProxy(settings as Settings, log)
  return warnings
}

describe('warnOfProxy', () => {
  it('warns if there must be a proxy and it is not trusted', () => {
    expect(warningsFor({ publicUrl: 'https://records.example.com', trustProxy: false })).toHaveLength(1)
  })

  it.each([
    { publicUrl: 'https://records.example.com', trustProxy: true },
    { publicUrl: 'https://records.example.com', trustProxy: ['10.0.0.0/8'] },
    { publicUrl: 'http://127.0.0.1:8080', trustProxy: false },
    { publicUrl: '', trustProxy: false },
  ])('is silent otherwise: %j', (settings) => {
    expect(warningsFor(settings)).toEqual([])
  })
})
