import { digestSlowly, hashPassword } from './password.ts'
import { findPasswordFault } from './passwordRules.ts'
import { readCommonPasswords } from './readCommonPasswords.ts'

/** Creates what checks and hashes new passwords. Common ones are read from a file. */
export async function createPasswords() {
  const common = await readCommonPasswords()
  return {
    findFault: (password: string, username: string) => findPasswordFault(password, username, common),
    hash: hashPassword,
    digest: digestSlowly,
  }
}
