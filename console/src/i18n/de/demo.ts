import type { Words } from '../Words.ts'

/** The words of the demo in German. */
export const demoWords: Words['demo'] = {
  demo: 'Demo',
  invite: 'Was geschieht, wenn zwei Leute gleichzeitig dasselbe Feld ändern?',
  try: 'Einen Konflikt ausprobieren',
  step: (step) => `Schritt ${step} von 3.`,
  type: (field) => `Ändern Sie unten ein Feld, zum Beispiel ${field}. Speichern Sie noch nicht.`,
  otherField: 'Ändern Sie eines der anderen Felder: Robin weiß nicht, was da hineingehört.',
  ready: (field) => `Sie haben ${field} geändert. Lassen Sie es nun auch Robin ändern, eine erfundene Kollegin.`,
  ask: 'Robin ändern lassen',
  asking: 'Robin tippt …',
  changed: (field) =>
    `Robin hat gerade einen anderen Wert für ${field} gespeichert. Ihre Eingabe ist noch da. Speichern Sie, und ` +
    'sehen Sie, was Sie gefragt werden.',
  choose: 'Nichts wurde überschrieben. Wählen Sie, welcher Wert bleibt, und speichern Sie dann.',
  settled: 'Erledigt. Der Verlauf hat jede Änderung, mit Verfasser.',
  history: 'Verlauf zeigen',
  again: 'Noch einmal',
  stop: 'Schließen',
  list: 'Erfundene Datensätze. Öffnen Sie einen, und sehen Sie, was geschieht, wenn zwei ihn gleichzeitig ändern.',
  open: (title) => `${title} öffnen`,
  email: 'robin@example.com',
  url: 'https://example.com/robin',
  value: (before) => `${before} (Robin)`,
  note: (before) => `${before}\n\nHeute zurückgerufen. Robin`,
}
