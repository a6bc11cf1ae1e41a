import type { Words } from '../Words.ts'

/** The words of the pages about models, in French. */
export const modelsWords: Words['models'] = {
  model: 'Modèle',
  name: 'Nom',
  field: 'Champ',
  fields: 'Champs',
  type: 'Type',
  options: 'Options',
  may: 'Vous pouvez',
  mayDo: (actions) => `Vous pouvez : ${actions || 'rien'}`,
  records: 'Afficher les enregistrements',
  requests: 'Requêtes',
  /** The options of a field that are there or not. */
  flags: {
    required: 'obligatoire',
    unique: 'unique',
    indexed: 'indexé',
    multiline: 'plusieurs lignes',
    secret: 'secret',
    computed: 'calculé',
  },
  most: (limit) => `au plus ${limit}`,
  least: (limit) => `au moins ${limit}`,
  default: (value) => `commence par ${value}`,
  digits: (precision, scale) => `${precision} chiffres, dont ${scale} après la virgule`,
  values: (names) => `l’une de ${names}`,
  retired: (names) => `plus utilisé : ${names}`,
  by: (field) => `par ${field}`,
  onDelete: {
    refuse: 'ce à quoi il se réfère ne peut pas être supprimé',
    clear: 'vidé quand ce à quoi il se réfère est supprimé',
    cascade: 'supprimé avec ce à quoi il se réfère',
  },
  rollup: (name, of) => `${name} de ${of}`,
  formula: (formula) => `= ${formula}`,
  pattern: (pattern) => `de la forme ${pattern}`,
  format: (format) => `valide comme ${format}`,
  view: (view) => `affiché comme ${view}`,
  currency: (currency) => `en ${currency}`,
}
