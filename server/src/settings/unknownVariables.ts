import { didYouMean } from '../nearest.ts'
import { settingNames, variableOf } from './table.ts'

/** A misspelt variable would otherwise be ignored silently, and the service run with a default that nobody wanted. */
export function findUnknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = settingNames.map(variableOf)
  return Object.keys(env)
    .filter((variable) => variable.startsWith('TABULARIUM_') && !known.includes(variable))
    .map(
      (variable) =>
        `${variable} is not a ` +
        `setting.${didYouMean(variable, known) || ' Remove it; tabularium config print shows all settings'}`,
    )
}
