import { exportFormats } from '../ExportCall.ts'
import { boolean, oneOf } from './kinds.ts'
import type { Parameter } from './Parameter.ts'

/** How the file of an export is written. */
export const exportParameters = {
  format: { kind: oneOf(...exportFormats), default: 'csv', description: 'The format of the file.' },
  header: {
    kind: oneOf('names', 'labels', 'false'),
    default: 'names',
    description:
      'The first row of CSV or XLSX: the names of the fields, their labels as far as each is there once, or, in CSV, ' +
      'no such row.',
  },
  identity: {
    kind: boolean,
    default: true,
    description: '`false` leaves out the columns `id` and `version`, without which no row can be told again.',
  },
  escape: {
    kind: boolean,
    default: true,
    description:
      "Whether text that a spreadsheet would calculate, such as `=1+1`, gets a `'` in front. `false` is for programs.",
  },
  delimiter: { kind: oneOf(',', ';', 'tab', '|'), default: ',', description: 'What separates the cells of CSV.' },
  bom: {
    kind: boolean,
    default: false,
    description: '`true`: CSV begins with a byte order mark, by which some spreadsheets know that it is UTF-8.',
  },
} as const satisfies Readonly<Record<string, Parameter>>
