import { pick, randomFrom } from './random.ts'

/** What files give a meaning to: delimiters, quotes, line ends, formulas, markup, escapes, byte order marks. */
const special = Array.from('=+-@\t\r\n|＝＋－＠\'",;\\&<>_ \u0001\u0085\u2028\uFEFF\uFFFD\uFFFE\uFFFF').concat([
  '\r\n',
  '""',
  "'=",
  '_x000D_',
  '_x005F_',
  '_x',
  ']]>',
  '&amp;',
  '\\u0000',
  '1e5',
  '007',
  'true',
  '2026-11-17',
])

/** Texts of any Unicode but NUL, which PostgreSQL does not store either. */
export function randomTexts(count: number, seed: number): string[] {
  const random = randomFrom(seed)
  const character = () => {
    const code = 1 + Math.floor(random() ** 3 * 0x10_ff_fe)
    return code >= 0xd800 && code < 0xe000 ? 'ß' : String.fromCodePoint(code)
  }
  const piece = () => (random() < 0.5 ? pick(random, special) : character())
  return Array.from({ length: count }, () => Array.from({ length: Math.floor(random() * 9) }, piece).join(''))
}
