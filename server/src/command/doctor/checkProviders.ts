import type { SignInOptions } from '../../model/signIn/signIn.ts'
import type { Query } from '../../schema/RecordState.ts'
import type { TriedPart } from '../../session/oidc/tryProvider.ts'
import { clockStatement } from '../../statement/service/signIns.ts'
import type { Finding } from './Finding.ts'

/** A provider with what was tried of it. */
export interface TriedProvider {
  readonly name: string
  readonly issuer: string
  readonly tried: readonly TriedPart[]
}

/** Tries each provider as a login would use it. */
export async function tryProviders(
  { providers }: SignInOptions,
  origin: string | undefined,
  query: Query,
  now: () => number,
): Promise<TriedProvider[]> {
  if (providers.length === 0) return []
  const { tryProvider } = await import('../../session/oidc/tryProvider.ts')
  const measureSkew = async () => {
    const [row] = await query(clockStatement())
    return Number(Object.values(row ?? {})[0]) - now()
  }
  const found: TriedProvider[] = []
  for (const provider of providers) {
    const { name, issuer } = provider
    found.push({ name, issuer, tried: await tryProvider(provider, origin, { measureSkew, now }) })
  }
  return found
}

const advice: Readonly<Record<TriedPart['part'], string>> = {
  discovery: 'Compare the issuer with its metadata to the letter, and see that this machine reaches it by https.',
  keys: 'Name the algorithms with which the provider signs: algorithms in oidc().',
  clock: 'Set the clock of the database, and of the provider if it is yours: both need NTP.',
  client: 'Compare clientId and clientSecret (or the public key of privateKey) with those of the provider.',
  redirect: 'Register this redirect address at the provider, to the letter.',
  logout: '',
}

/** What failed, as findings. */
export function toFindings(providers: readonly TriedProvider[]): Finding[] {
  return providers.flatMap(({ name, tried }) =>
    tried
      .filter(({ result }) => result === 'failed')
      .map(({ part, says }) => ({
        check: 'providers' as const,
        what: `The provider ${name}, ${part}: ${says}.`,
        why: 'People cannot log in by it.',
        advice: [advice[part]],
      })),
  )
}

/** The line of each thing that was tried. */
export function toProviderLines(providers: readonly TriedProvider[]): string[] {
  return providers.flatMap(({ name, issuer, tried }) => [
    `${name} (${issuer})`,
    ...tried.map(({ part, result, says }) => `  ${marks[result]} ${`${part}:`.padEnd(11)}${says}`),
  ])
}

const marks = { ok: 'ok    ', failed: 'failed', unknown: '-     ' } as const
