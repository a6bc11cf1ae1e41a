import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'

/** `user role add NAME ROLE…`: gives roles to a user. */
export function addRoleCommand(context: Context): Command {
  return roleCommand(context, {
    name: 'add',
    description: 'Give roles to a user.',
    example: ['tabularium user role add grace sales support', 'roles that Grace has already stay as they are'],
    change: (before, named) => [...new Set([...before, ...named])],
  })
}

/** `user role remove NAME ROLE…`: takes roles from a user. */
export function removeRoleCommand(context: Context): Command {
  return roleCommand(context, {
    name: 'remove',
    description: 'Take roles from a user. It counts at once, also for sessions that are open.',
    example: ['tabularium user role remove grace support', 'what no other role allows Grace can no longer do'],
    change: (before, named) => before.filter((role) => !named.includes(role)),
  })
}

interface RoleChange {
  readonly name: string
  readonly description: string
  readonly example: readonly [string, string]
  change(before: readonly number[], named: readonly number[]): number[]
}

function roleCommand(context: Context, { name, description, example, change }: RoleChange): Command {
  const command = newCommand(context, {
    name,
    description,
    examples: [example],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('<username>', 'whose roles to change')
    .argument('<role...>', 'the names of the roles')
  return accountCommand(command, context, async (connection) => {
    const [username, ...names] = command.args
    const [users, { Records }, { userModel }] = await Promise.all([
      import('./users.ts'),
      import('../Records.ts'),
      import('../../model/builtIn/names.ts'),
    ])
    const records = new Records(connection)
    const roles = await records.together(async () => {
      const id = await users.requireUser(connection, username)
      const named: number[] = []
      for (const role of names) named.push(await users.requireRole(connection, role))
      await records.changeLinks(userModel, id, 'roles', (before) => change(before, named))
      return users.rolesOf(connection, id)
    })
    const user = users.requireUsername(username)
    return withMessage(
      { username: user, roles },
      `"${user}" has ${roles.length === 0 ? 'no role' : roles.join(', ')} now.`,
    )
  })
}
