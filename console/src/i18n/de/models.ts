import type { Words } from '../Words.ts'

/** The words of the pages about models, in German. */
export const modelsWords: Words['models'] = {
  model: 'Modell',
  name: 'Name',
  field: 'Feld',
  fields: 'Felder',
  type: 'Typ',
  options: 'Optionen',
  may: 'Sie dürfen',
  mayDo: (actions) => `Sie dürfen: ${actions || 'nichts'}`,
  records: 'Datensätze zeigen',
  requests: 'Anfragen',
  /** The options of a field that are there or not. */
  flags: {
    required: 'Pflichtfeld',
    unique: 'eindeutig',
    indexed: 'mit Index',
    multiline: 'mehrzeilig',
    secret: 'geheim',
    computed: 'berechnet',
  },
  most: (limit) => `höchstens ${limit}`,
  least: (limit) => `mindestens ${limit}`,
  default: (value) => `beginnt als ${value}`,
  digits: (precision, scale) => `${precision} Stellen, davon ${scale} nach dem Komma`,
  values: (names) => `einer von ${names}`,
  retired: (names) => `nicht mehr in Gebrauch: ${names}`,
  by: (field) => `über ${field}`,
  onDelete: {
    refuse: 'worauf es verweist, lässt sich nicht löschen',
    clear: 'wird leer, wenn gelöscht wird, worauf es verweist',
    cascade: 'wird mit dem gelöscht, worauf es verweist',
  },
  rollup: (name, of) => `${name} von ${of}`,
  formula: (formula) => `= ${formula}`,
  pattern: (pattern) => `von der Form ${pattern}`,
  format: (format) => `gültig als ${format}`,
  view: (view) => `gezeigt als ${view}`,
  currency: (currency) => `in ${currency}`,
}
