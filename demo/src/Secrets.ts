import type { DemoHost } from 'tabularium/demo'

const names = [
  'adminPassword',
  'colleaguePassword',
  'salesPassword',
  'readerPassword',
  'warehousePassword',
  'accountingPassword',
] as const

/** The passwords that the demo creates in its first run and uses again in the next ones. */
export type Secrets = Readonly<Record<(typeof names)[number], string>>

/** Returns the passwords of an earlier run; an older version may not have stored all, and those are created. */
export async function demoSecrets(host: DemoHost, folder: string): Promise<Secrets> {
  return await host.keepPasswords(folder, names)
}
