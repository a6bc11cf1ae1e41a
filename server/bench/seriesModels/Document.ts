import { collection, model, reference, series, text } from 'tabularium'

/** The models of the series benchmark: the same document without a number, with one, and with a gapless one. */
const common = { subject: text({ required: true, max: 200 }), notes: text({ max: 1_000 }) }

export const Unnumbered = model({
  name: 'org.example.bench.Unnumbered',
  title: 'subject',
  fields: { ...common, code: text({ max: 40, unique: true }), lines: collection('org.example.bench.A', { by: 'of' }) },
})

export const Plain = model({
  name: 'org.example.bench.Plain',
  title: 'subject',
  fields: { ...common, code: series('P-{year}-{number:7}'), lines: collection('org.example.bench.B', { by: 'of' }) },
})

export const Gapless = model({
  name: 'org.example.bench.Gapless',
  title: 'subject',
  fields: {
    ...common,
    code: series('G-{year}-{number:7}', { gapless: true }),
    lines: collection('org.example.bench.C', { by: 'of' }),
  },
})

export const A = model({
  name: 'org.example.bench.A',
  title: 'text',
  fields: { of: reference(Unnumbered, { required: true }), text: text({ max: 100 }) },
})

export const B = model({
  name: 'org.example.bench.B',
  title: 'text',
  fields: { of: reference(Plain, { required: true }), text: text({ max: 100 }) },
})

export const C = model({
  name: 'org.example.bench.C',
  title: 'text',
  fields: { of: reference(Gapless, { required: true }), text: text({ max: 100 }) },
})
