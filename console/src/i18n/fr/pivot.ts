import type { Words } from '../Words.ts'
import { count, records } from './numbers.ts'

/** The words of pivot tables in French. */
export const pivotWords: Words['pivot'] = {
  layout: 'Tableau croisé',
  title: (many, rows, columns) => `${many.plural ?? many.label} par ${rows} et ${columns}`,
  rows: 'Lignes',
  columns: 'Colonnes',
  figure: 'Valeur',
  swap: 'Échanger lignes et colonnes',
  total: 'Total',
  choose: 'Choisissez les champs des lignes et des colonnes.',
  none: 'Aucun enregistrement',
  noValue: 'aucune valeur',
  records: (many, of) => (of === '' ? records(many) : `${of} : ${records(many)}`),
  first: (shown, all, field) => `${field} : les ${count(shown)} premiers sur ${count(all)}.`,
  narrow: 'Un filtre en montre d’autres ; les totaux portent sur tous.',
}
