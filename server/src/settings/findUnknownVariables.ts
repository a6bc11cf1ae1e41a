import { didYouMean } from '../text/didYouMean.ts'
import { settingNames, variableOf } from './table.ts'

/** Variables that are no settings: the database server for tests (`tabularium/test`). */
const others = ['TABULARIUM_TEST_DATABASE_URL']

/** Finds unknown variables. A misspelt one would otherwise be ignored, and the service would run with a default. */
export function findUnknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = settingNames.map(variableOf)
  return Object.keys(env)
    .filter((variable) => variable.startsWith('TABULARIUM_') && ![...known, ...others].includes(variable))
    .map(
      (variable) =>
        `${variable} is not a ` +
        `setting.${didYouMean(variable, known) || ' Remove it; npx tabularium config print shows all settings'}`,
    )
}
