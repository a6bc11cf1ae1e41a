const MiB = 1_024 ** 2

/** What a file may cost. Each limit is checked before the memory is taken, or while bytes are counted. */
export const defaultLimits = {
  /** Entries of a zip file. */
  zipEntries: 2_000,
  /** Bytes that all parts may inflate to: `inflated` and `inflation` times the file, at most `inflatedMost`. */
  inflated: 64 * MiB,
  inflation: 50,
  inflatedMost: 8_192 * MiB,
  /** Bytes of a part that is read whole, such as the styles. */
  smallPart: 16 * MiB,
  /** Shared strings of a workbook, and their characters in all. */
  sharedStrings: 4_000_000,
  sharedText: 256 * MiB,
  /** What a sheet of XLSX can have. Empty rows count. */
  sheetRows: 1_048_576,
  sheetColumns: 16_384,
  /** Characters of a cell of XLSX. */
  cellText: 32_767,
  /** Rows of CSV and lines of NDJSON, and cells of a row that are not empty. */
  rows: 10_000_000,
  columns: 500,
  /** Bytes of a record of CSV or of a line of NDJSON. */
  record: MiB,
  /** Levels of XML, attributes of an element, and characters of one text, attribute or comment. */
  xmlDepth: 32,
  xmlAttributes: 64,
  xmlToken: MiB,
  /** Elements of a sheet beyond `elementsOfCell` for each cell that has a value. */
  emptyElements: 2_500_000,
  elementsOfCell: 16,
}

/** The limits of a read. */
export type FileLimits = Readonly<typeof defaultLimits>
