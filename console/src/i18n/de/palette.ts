import type { Words } from '../Words.ts'

/** The words of the palette in German. */
export const paletteWords: Words['palette'] = {
  title: 'Alles durchsuchen',
  find: 'Datensätze, Modelle, Ansichten und Seiten suchen',
  none: 'Nichts passt.',
  model: 'Modell',
  screen: 'Seite',
  action: 'Aktion',
  view: (model) => `Ansicht von ${model}`,
  about: (model) => `Felder und Anfragen von ${model}`,
  new: (model) => `Neu: ${model}`,
  more: (model) => `Alle passenden in ${model}`,
}
