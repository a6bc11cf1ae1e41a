import type { Words } from '../Words.ts'
import { records } from './numbers.ts'

/** The words of columns, pages and empty lists in French. */
export const columnsWords: Words['columns'] = {
  title: 'Colonnes',
  shown: 'Colonnes affichées',
  add: 'Ajouter une colonne',
  up: (label) => `Monter ${label}`,
  down: (label) => `Descendre ${label}`,
  remove: (label) => `Retirer ${label}`,
  reset: 'Reprendre les colonnes habituelles',
  density: 'Lignes',
  densities: { regular: 'Normales', compact: 'Serrées', comfortable: 'Espacées' },
  rows: 'Lignes par page',
  without: (chip) => `Sans « ${chip} » :`,
  wouldBe: (many, of) => (many === undefined ? 'inconnu' : records(many, of)),
}
