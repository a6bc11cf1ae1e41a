import { keepSecrets, toPassword } from '../localPostgres/keepSecrets.ts'

/** The passwords that the demo creates in its first run and uses again in the next ones. */
export interface Secrets {
  readonly adminPassword: string
  readonly colleaguePassword: string
  readonly salesPassword: string
  readonly readerPassword: string
  readonly warehousePassword: string
  readonly accountingPassword: string
}

/** Returns the passwords of an earlier run; an older version may not have stored all, and those are created. */
export async function demoSecrets(folder: string, randomBytes: (count: number) => Buffer): Promise<Secrets> {
  const make = () => toPassword(randomBytes(16))
  return await keepSecrets(folder, {
    adminPassword: make,
    colleaguePassword: make,
    salesPassword: make,
    readerPassword: make,
    warehousePassword: make,
    accountingPassword: make,
  })
}
