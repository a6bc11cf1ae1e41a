import type { Words } from '../Words.ts'

/** The words of actions of the application, in German. */
export const actionWords: Words['action'] = {
  title: 'Aktionen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  check: 'Erst prüfen',
  running: 'Läuft…',
  refused: 'Es wurde nicht getan',
  cant: (action, why) => `„${action}“ geht nicht: ${why}`,
  wouldWork: 'Es würde gelingen. Nichts wurde geschrieben.',
  done: (action) => `Erledigt: ${action}`,
}
