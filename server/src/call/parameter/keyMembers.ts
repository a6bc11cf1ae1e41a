import { Fault, type JsonKind } from './Kind.ts'
import type { Parameter } from './Parameter.ts'
import { moment } from './webhookKinds.ts'

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A span of time in a body, such as `24h`, in milliseconds; at most 90 days. */
const span: JsonKind<number> = {
  fromJson: (value) => {
    const [, digits, unit = ''] = (typeof value === 'string' && /^(\d{1,7})([smhd])$/.exec(value)) || []
    const length = Number(digits) * (units[unit] ?? Number.NaN)
    if (!(length <= 90 * 86_400_000)) throw new Fault('must be a time of at most 90 days, such as "30m", "24h" or "7d"')
    return length
  },
  schema: () => ({ type: 'string', pattern: '^\\d{1,7}[smhd]$' }),
}

/** The members of bodies about API keys. */
export const keyMembers = {
  overlap: {
    kind: span,
    absent: '`24h`',
    description: 'How long the old key works on: `30m`, `24h`, `7d`; at most 90 days.',
  },
  newExpiry: {
    name: 'expiresOn',
    kind: moment,
    absent: 'that of the old key',
    description: 'The end of the new key.',
  },
} as const satisfies Readonly<Record<string, Parameter>>
