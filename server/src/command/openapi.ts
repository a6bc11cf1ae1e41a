import type { Command } from 'commander'
import type { DeclaredRole } from '../model/role.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../text/didYouMean.ts'
import { parseSettings } from '../settings/parseSettings.ts'
import { CommandFailure } from './CommandFailure.ts'
import type { Context } from './Context.ts'
import { requireModel } from './models/requireModel.ts'
import { newCommand, sourceOf, toList, withSettings } from './newCommand.ts'
import { counted } from './output.ts'
import { writeOutput } from './writeOutput.ts'

interface Options {
  readonly role: readonly string[]
  readonly modelsOnly: readonly string[]
  readonly output?: string
}

/** `openapi`: prints the OpenAPI document of a caller with some roles, without a database. */
export function openapiCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'openapi',
    description:
      'Print the OpenAPI document of the API, without a database.\n' +
      'It describes what an administrator may do. With --role it describes what a user with these roles may do: the ' +
      'roles that are declared in the folder of the models. GET /ws/openapi.json of a running service answers the ' +
      'same for its caller.',
    examples: [
      ['tabularium openapi --output openapi.json', 'the whole API'],
      ['tabularium openapi --role sales --role warehouse', 'what a user with these two roles may do'],
      ['tabularium openapi --models-only Order --models-only Line', 'two models, with what they show of others'],
    ],
  })
    .option('--role <name>', 'a declared role that the caller has; may be given several times', toList, [])
    .option('--models-only <name>', 'describe this model; may be given several times', toList, [])
    .option('--output <file>', 'write this file instead of standard output')
  return withSettings(command, 'openapi').action(async () => {
    const { models: folder, timeZone, publicUrl, ...limits } = parseSettings('openapi', sourceOf(command, context))
    const { role, modelsOnly, output } = command.opts<Options>()
    const [{ loadDeclared }, { Document }, { operations }, { sessionCookie }, { isSecure }] = await Promise.all([
      import('./loadDeclared.ts'),
      import('../openapi/Document.ts'),
      import('../operations/table.ts'),
      import('../http/cookie.ts'),
      import('../http/ownOrigins.ts'),
    ])
    const { models, roles, logic } = await loadDeclared(folder, timeZone === undefined ? {} : { timeZone })
    const rights = await toRights(role, roles, models)
    const names = modelsOnly.map((given) => requireModel(rights.known, given).name)
    const secure = isSecure(publicUrl)
    const cookie = sessionCookie(secure).name
    const options = { version: context.version, cookie, isSecure: secure, limits, operations, logic }
    const { text } = new Document(rights, options).toText(names.length === 0 ? undefined : names)
    const document = `${JSON.stringify(JSON.parse(text), null, 2)}\n`
    if (output === undefined) return context.stdout.write(document)
    await writeOutput(output, document)
    context.stderr.write(`${output}: ${counted(names.length || rights.known.all.length, 'model')}\n`)
  })
}

/** The rights of a user with these declared roles, or of an administrator. */
async function toRights(names: readonly string[], declared: readonly DeclaredRole[], models: Models) {
  const { Rights } = await import('../permission/Rights.ts')
  const rules = names.flatMap((name) =>
    requireRole(name, declared).rules.map((rule, index) => ({ ...rule, id: index + 1, role: name })),
  )
  return new Rights(' openapi', rules, names.length === 0, models)
}

function requireRole(name: string, declared: readonly DeclaredRole[]): DeclaredRole {
  const found = declared.find((role) => role.name === name)
  if (found) return found
  const known = declared.map((role) => role.name)
  const list = known.length === 0 ? 'The folder declares no roles.' : `Declared are ${known.join(', ')}.`
  throw new CommandFailure('usage', `There is no role "${name}".${didYouMean(name, known)} ${list}`)
}
