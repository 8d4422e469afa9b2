const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/**
 * The styles of cells: name, number format, and the font of the head. A cell names its style by the place in this list.
 * Program and reader decide on the decimal mark: the formats are written in the English form of the standard.
 */
const styles = [
  ['general', 'General'],
  ['head', '@'],
  ['text', '@'],
  ['integer', '0'],
  ['instant', 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
  ['day', 'yyyy\\-mm\\-dd'],
  ['amount0', '#,##0'],
  ['amount1', '#,##0.0'],
  ['amount2', '#,##0.00'],
  ['amount3', '#,##0.000'],
  ['amount4', '#,##0.0000'],
] as const

type StyleName = (typeof styles)[number][0]

/** The number by which a cell names its style. */
export function styleNumber(name: StyleName): number {
  return styles.findIndex(([each]) => each === name)
}

export const styleNumbers: readonly number[] = styles.map((_, at) => at)

/** Numbers below this one belong to formats that each program has of its own. */
const firstOwnFormat = 164

/** The part of a workbook that holds its styles. */
export function stylesXml(): string {
  const formats = styles.map(
    ([, code], at) => `<numFmt numFmtId="${firstOwnFormat + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const cells = styles.map(
    ([name], at) =>
      `<xf numFmtId="${firstOwnFormat + at}" fontId="${name === 'head' ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return (
    `<styleSheet xmlns="${main}">` +
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '</styleSheet>'
  )
}
