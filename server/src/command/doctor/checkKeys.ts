import type { Query } from '../../schema/RecordState.ts'
import { type KeyRisk, riskyKeysStatement } from '../../statement/service/keys.ts'
import { counted } from '../output.ts'
import type { Finding } from './Finding.ts'

/** How long a key that is needed is not used at most, in days. */
const days = 90

const risks: Readonly<Record<KeyRisk, Pick<Finding, 'why' | 'advice'> & { readonly have: string }>> = {
  unused: {
    have: `not used for ${days} days`,
    why: 'Nobody would miss it, and whoever finds it can use it.',
    advice: ['End those that nobody needs: npx tabularium key end ID …'],
  },
  endless: {
    have: 'without an end',
    why: 'A key that leaks works until somebody notices.',
    advice: ['Rotate it with an end: POST /ws/keys/ID/rotate {"expiresOn": "…"}'],
  },
  administrator: {
    have: 'with all rights of an administrator',
    why: 'Whoever has it may do everything, also make users and read all records.',
    advice: ['Make a service with the roles that the program needs: npx tabularium user add NAME --service --role …'],
  },
}

/** Finds API keys that are worth a look: unused ones, those without an end, and those of administrators. */
export async function checkKeys(query: Query): Promise<Finding[]> {
  const rows = await query(riskyKeysStatement(days * 86_400_000))
  return rows.map(({ risk, total, first }) => {
    const { have, why, advice } = risks[risk as KeyRisk]
    const named: string[] = JSON.parse(first ?? '[]')
    const more = Number(total) - named.length
    const others = more > 0 ? `, and ${more} more` : ''
    return {
      check: 'keys' as const,
      what: `${counted(Number(total), 'API key')} ${have}: ${named.join(', ')}${others}.`,
      why,
      advice,
    }
  })
}
