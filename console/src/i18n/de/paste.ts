import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of what is pasted, in German. */
export const pasteWords: Words['paste'] = {
  computed: 'wird berechnet und kann nicht eingefügt werden',
  boolean: 'muss Ja oder Nein sein',
  choice: 'ist keiner der Werte, die gewählt werden können',
  ambiguous: 'kann zwei Zahlen bedeuten: ohne Trennzeichen ist es eindeutig',
  notFound: (model) => `wurde nicht gefunden (${model})`,
  several: (many) => `ist der Titel von ${count(many)} Datensätzen: nehmen Sie, was eindeutig ist`,
  misfit: (text, fault) => `„${text}“ ${fault}`,
  pasted: (many, misfits) =>
    `${plural(many, { one: '1 Wert', other: `${count(many)} Werte` })} eingefügt${
      misfits === 0 ? '' : ` · ${plural(misfits, { one: '1 passt nicht', other: `${count(misfits)} passen nicht` })}`
    }`,
  misfits: (many) => plural(many, { one: '1 passt nicht', other: `${count(many)} passen nicht` }),
  rowsLeft: (many) =>
    plural(many, {
      one: 'Für 1 weitere Zeile ist hier kein Datensatz',
      other: `Für ${count(many)} weitere Zeilen sind hier keine Datensätze`,
    }),
  cells: (many) => plural(many, { one: '1 Zelle', other: `${count(many)} Zellen` }),
  sum: (total) => `Summe ${total}`,
  failed: (message) => `Nicht eingefügt: ${message}`,
}
