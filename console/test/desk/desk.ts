import {
  application,
  boolean,
  choice,
  currency,
  date,
  dateTime,
  decimal,
  expression,
  formula,
  integer,
  model,
  reference,
  text,
} from 'tabularium'

/** A desk that lends equipment, in two languages. */
export const desk = application({
  label: { en: 'Equipment desk', de: 'Geräteausleihe' },
  timeZone: 'Pacific/Auckland',
  languages: ['en', 'de'],
  currency: 'NZD',
})

/** What can be lent. */
export const Equipment = model({
  name: 'com.example.desk.Equipment',
  label: { en: 'Equipment', de: 'Gerät' },
  plural: { en: 'Pieces of equipment', de: 'Geräte' },
  title: 'name',
  list: ['name', 'category', 'tags', 'insured', 'price', 'code', 'isDear'],
  search: ['name'],
  fields: {
    name: text({ required: true, max: 40, label: { en: 'Name', de: 'Bezeichnung' } }),
    category: choice(
      [
        { value: 'camera', label: { en: 'Camera', de: 'Kamera' }, color: 'blue' },
        { value: 'audio', label: { en: 'Audio', de: 'Ton' }, color: 'purple' },
        { value: 'film', label: { en: 'Film', de: 'Film' }, color: 'amber', retired: true },
      ],
      { label: { en: 'Category', de: 'Art' } },
    ),
    tags: choice(
      [
        { value: 'fragile', label: { en: 'Fragile', de: 'Zerbrechlich' }, color: 'red' },
        { value: 'heavy', label: { en: 'Heavy', de: 'Schwer' } },
        { value: 'wired', label: { en: 'Wired', de: 'Mit Kabel' }, retired: true },
      ],
      { multiple: true, label: { en: 'Tags', de: 'Merkmale' } },
    ),
    insured: boolean({ label: { en: 'Insured', de: 'Versichert' } }),
    loanDays: integer({ required: true, default: 14, label: { en: 'Loan days', de: 'Leihtage' } }),
    price: decimal({ precision: 12, scale: 2, currency: 'NZD', label: { en: 'Price', de: 'Preis' } }),
    code: formula('upper(left(name, 3))', text({ max: 3 }), { label: { en: 'Code', de: 'Kürzel' } }),
    isDear: formula('price > 1000', boolean(), { label: { en: 'Dear', de: 'Teuer' } }),
    isChecked: formula('checkedOn < $now', boolean(), { label: { en: 'Was checked', de: 'Wurde geprüft' } }),
    checkedOn: dateTime({ label: { en: 'Checked', de: 'Geprüft' } }),
    paidIn: currency({ label: { en: 'Paid in', de: 'Währung' } }),
    paid: decimal({ precision: 12, scale: 2, currency: { field: 'paidIn' }, label: { en: 'Paid', de: 'Bezahlt' } }),
  },
})

/** Who has it, and for how long. */
export const Loan = model({
  name: 'com.example.desk.Loan',
  label: { en: 'Loan', de: 'Ausleihe' },
  plural: { en: 'Loans', de: 'Ausleihen' },
  title: 'id',
  list: ['equipment', 'fromOn', 'dueOn', 'days', 'fee'],
  fields: {
    equipment: reference(Equipment, { required: true, label: { en: 'Equipment', de: 'Gerät' } }),
    fromOn: date({ required: true, default: '$today', label: { en: 'From', de: 'Von' } }),
    dueOn: date({
      required: true,
      default: expression('fromOn + days(equipment.loanDays)'),
      label: { en: 'Due', de: 'Fällig' },
    }),
    days: formula('daysBetween(fromOn, dueOn)', integer(), { label: { en: 'Days', de: 'Tage' } }),
    rate: decimal({ precision: 8, scale: 2, currency: 'NZD', label: { en: 'Rate', de: 'Satz' } }),
    fee: formula('rate * days', decimal({ precision: 12, scale: 2, currency: 'NZD' }), {
      label: { en: 'Fee', de: 'Gebühr' },
    }),
    note: text({ max: 40, label: { en: 'Note', de: 'Notiz' } }),
  },
  checks: [
    {
      name: 'notBackwards',
      fields: ['dueOn'],
      holds: 'dueOn >= fromOn',
      message: { en: 'must not be before the first day', de: 'darf nicht vor dem ersten Tag liegen' },
    },
    {
      name: 'dearNeedsNote',
      fields: ['note'],
      when: 'equipment.price > 1000',
      holds: { fieldName: 'note', operator: 'notNull' },
      message: { en: 'is needed for dear equipment', de: 'ist bei teuren Geräten nötig' },
    },
  ],
})
