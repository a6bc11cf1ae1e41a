/** The exit codes of all commands. Scripts rely on the numbers, so their meaning never changes. */
export const exitCodes = {
  success: { code: 0, meaning: 'the command succeeded' },
  failure: { code: 1, meaning: 'the command failed' },
  usage: { code: 2, meaning: 'the command line, a setting or a model is wrong' },
  schemaDiffers: { code: 3, meaning: 'the schema of the database differs from the models' },
  unreachable: { code: 4, meaning: 'the database cannot be reached' },
} as const

export type ExitName = keyof typeof exitCodes
