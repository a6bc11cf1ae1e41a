import { readFile } from 'node:fs/promises'

/** The system user that PostgreSQL runs as. */
export interface RunUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root: root runs it as another user; undefined means the current user. */
export async function findRunUser(uid: number | undefined): Promise<RunUser | undefined> {
  if (uid !== 0) return undefined
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map(toUser)
  const found = ['postgres', 'nobody'].flatMap((name) => users.filter((user) => user?.name === name))[0]
  if (!found)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user postgres or nobody: run this as another user.',
    )
  return found
}

function toUser(line: string): RunUser | undefined {
  const [name, , uid, gid] = line.split(':')
  return name && uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}
