import type { CpuTime, GuardSide } from './GuardSide.ts'
import type { Kind } from './kinds.ts'
import { type Compared, compare } from './verdict.ts'

/** What is compared of each kind. */
export const figures = ['service', 'postgres'] as const

/** The CPU time a request of the service or of PostgreSQL, for a kind: that of the new side as a ratio to the old. */
export interface Figure extends Compared {
  readonly kind: Kind
  readonly of: keyof CpuTime
  /** The microseconds a request of the old and of the new side in the last round. */
  readonly times: readonly [old: number, now: number]
}

/** How long it is measured. */
export interface Span {
  readonly rounds: number
  readonly milliseconds: number
}

/**
 * Measures both sides by turns, kind by kind, so that what else runs on the machine disturbs both. The first round
 * warms up and does not count. Ends after so many rounds, or when the time is over and there are five.
 */
export async function measureKinds(
  kinds: readonly Kind[],
  [old, now]: readonly [GuardSide, GuardSide],
  span: Span,
): Promise<Figure[]> {
  const end = performance.now() + span.milliseconds
  const ratios = new Map<Kind, CpuTime[]>()
  const last = new Map<Kind, readonly [CpuTime, CpuTime]>()
  for (let round = 0; round <= span.rounds; round++) {
    if (round > 5 && performance.now() > end) break
    for (const side of [old, now]) await side.tidy()
    for (const kind of kinds) {
      const isOldFirst = round % 2 === 0
      const first = await sample(kind, isOldFirst ? old : now)
      const second = await sample(kind, isOldFirst ? now : old)
      const [before, after] = isOldFirst ? [first, second] : [second, first]
      if (round === 0) continue
      last.set(kind, [before, after])
      const pairs = ratios.get(kind) ?? []
      ratios.set(kind, [
        ...pairs,
        { service: after.service / before.service, postgres: after.postgres / before.postgres },
      ])
    }
  }
  return kinds.flatMap((kind) =>
    figures.map((of) => {
      const [before, after] = last.get(kind) ?? []
      const compared = compare((ratios.get(kind) ?? []).map((pair) => pair[of]))
      return { kind, of, ...compared, times: [before?.[of] ?? Number.NaN, after?.[of] ?? Number.NaN] as const }
    }),
  )
}

/** The CPU time a request, in microseconds. */
async function sample({ clients, requests, send }: Kind, side: GuardSide): Promise<CpuTime> {
  const start = side.cpuTime()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; turn < requests / clients; turn++) await send(side, client, turn)
    }),
  )
  const end = side.cpuTime()
  return { service: (end.service - start.service) / requests, postgres: (end.postgres - start.postgres) / requests }
}
