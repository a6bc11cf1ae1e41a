const digits = /^-?\d+$/

/** The formats that documents name, each as it is promised. An unknown format is an error. */
export const formats: Readonly<Record<string, true | RegExp | ((text: string) => boolean)>> = {
  date: (text) => /^\d{4,6}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  // Requests may leave the seconds out.
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/,
  // Requests may have spaces around it, which a field removes.
  'idn-email': /^\s*[^\s@]+@[^\s@]+\s*$/,
  iri: (text) => URL.canParse(text),
  decimal: /^-?\d+(?:\.\d+)?$/,
  password: true,
  int64: digits,
}
