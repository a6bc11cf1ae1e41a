import type { ConsoleFile } from './ConsoleFiles.ts'

const encodings = ['br', 'gzip'] as const

/** Returns the best encoding that a client accepts and the file has; undefined: as it is. */
export function findEncoding(
  accepted: string | readonly string[] | undefined,
  file: Pick<ConsoleFile, 'br' | 'gzip'>,
): 'br' | 'gzip' | undefined {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim())
  const accepts = (encoding: string) =>
    offers.some((offer) => {
      const [name = '', ...parameters] = offer.split(';').map((part) => part.trim())
      return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part))
    })
  return encodings.find((encoding) => file[encoding] !== undefined && accepts(encoding))
}
