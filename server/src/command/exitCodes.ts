/** Every way a command can end. Scripts rely on the numbers: they never change their meaning. */
export const exitCodes = {
  success: { code: 0, meaning: 'it was done' },
  failure: { code: 1, meaning: 'it could not be done' },
  usage: { code: 2, meaning: 'the command line, a setting or a model is wrong' },
  schemaDiffers: { code: 3, meaning: 'the schema of the database differs from the models' },
  unreachable: { code: 4, meaning: 'the database cannot be reached' },
} as const

export type ExitName = keyof typeof exitCodes
