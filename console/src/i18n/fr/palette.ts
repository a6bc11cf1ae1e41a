import { toSmall } from '../Noun.ts'
import type { Words } from '../Words.ts'

/** The words of the palette in French. */
export const paletteWords: Words['palette'] = {
  title: 'Tout rechercher',
  find: 'Rechercher des enregistrements, modèles, vues et écrans',
  none: 'Rien ne correspond.',
  model: 'Modèle',
  screen: 'Écran',
  action: 'Action',
  view: (model) => `Vue de ${model}`,
  about: (model) => `Champs et requêtes de ${model}`,
  new: (model) => `Nouveau : ${toSmall(model)}`,
  more: (model) => `Tout ce qui correspond dans ${model}`,
}
