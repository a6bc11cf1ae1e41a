import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The two values of a token: light and dark. */
function token(name: string): [string, string] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)
  if (!found?.[1] || !found[2]) throw new Error(`There is no token ${name}.`)
  return [found[1], found[2]]
}

/** Relative luminance, by WCAG 2. */
function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe.each([0, 1])('colours of theme %i', (theme) => {
  const grounds = ['paper', 'well'].map((name) => token(name)[theme] ?? '')

  it.each(['ink', 'dim', 'accent', 'theirs', 'yours', 'bad', 'good'])('%s is read with ease', (name) => {
    for (const ground of grounds) expect(contrast(token(name)[theme] ?? '', ground)).toBeGreaterThanOrEqual(5.2)
  })

  it('controls have a visible border', () => {
    for (const ground of grounds) expect(contrast(token('control')[theme] ?? '', ground)).toBeGreaterThanOrEqual(3.6)
  })

  it.each(['faint', 'warn'])('%s is read', (name) => {
    for (const ground of grounds) expect(contrast(token(name)[theme] ?? '', ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['brick', 'brick-hover'])('text on %s is read with ease', (name) => {
    expect(contrast(token('on-brick')[theme] ?? '', token(name)[theme] ?? '')).toBeGreaterThanOrEqual(5.2)
  })

  it.each(['chosen', 'hover', 'pressed', 'float', 'float-hover', 'yours-ground', 'theirs-ground', 'bad-ground'])(
    'text on %s is read',
    (name) => {
      for (const ink of ['ink', 'dim', 'bad'])
        expect(contrast(token(ink)[theme] ?? '', token(name)[theme] ?? '')).toBeGreaterThanOrEqual(4.5)
    },
  )

  const ofChoices = ['gray', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink']
  it.each(ofChoices)('a value in %s is read with ease', (name) => {
    expect(contrast(token(`${name}-ink`)[theme] ?? '', token(name)[theme] ?? '')).toBeGreaterThanOrEqual(6.5)
  })

  it.each(['added', 'removed'])('ink on %s is read with ease', (name) => {
    expect(contrast(token('ink')[theme] ?? '', token(name)[theme] ?? '')).toBeGreaterThanOrEqual(5.2)
  })
})
