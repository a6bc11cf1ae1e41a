import type { Operation, Write } from './History.ts'

/** The writes of one call, each with its new version; a delete has none. */
export type Together = readonly { readonly id: number; readonly kind: Write['kind']; readonly version: number }[]

/** Finds lists that show only a part of a call: records that were written together must become visible together. */
export function findTorn(history: readonly Operation[], calls: readonly Together[]): string[] {
  const deleted = new Set(
    history.flatMap(({ write, answer }) =>
      write?.kind === 'delete' && answer.said !== 'not-applied' ? [write.id ?? 0] : [],
    ),
  )
  const born = new Map(
    history.flatMap(({ write, answer, end }) =>
      write?.kind === 'create' && answer.said === 'done' ? [[answer.id, end]] : [],
    ),
  )
  return history.flatMap(({ answer, start }) => {
    if (answer.said !== 'listed') return []
    return calls.flatMap((call) => {
      const seen = call.map((one) => {
        const wasThere = (born.get(one.id) ?? 0) < start
        return isSeen(one, answer.records.get(one.id)?.version, { wasThere, isGone: deleted.has(one.id) })
      })
      if (!seen.includes(true) || !seen.includes(false)) return []
      return [
        `the list at ${start.toFixed(1)} shows a part of a call: ${JSON.stringify(call)} is seen as ${seen.join()}`,
      ]
    })
  })
}

/**
 * Whether a list shows a write; undefined if that is not certain, because it lacks a record that was created or deleted
 * at another time.
 */
function isSeen(
  { kind, version }: Together[number],
  listed: number | undefined,
  { wasThere, isGone }: { wasThere: boolean; isGone: boolean },
): boolean | undefined {
  if (listed !== undefined) return kind !== 'delete' && listed >= version
  if (kind === 'delete') return wasThere ? true : undefined
  return isGone ? undefined : false
}
