import { ImportProblem } from './problem.ts'

/** The fields that a column can be mapped to. */
export const importTargets = [
  'reference',
  'amount',
  'created_at',
  'customer',
  'currency',
  'country_code',
  'payment_product',
  'email',
  'name',
  'first_name',
  'last_name',
  'city',
  'postal_code',
  'phone',
] as const
export type ImportTarget = (typeof importTargets)[number]

const required: readonly ImportTarget[] = ['reference', 'amount', 'created_at']
const ofCustomer = ['email', 'name', 'first_name', 'last_name', 'city', 'postal_code', 'phone'] as const

/** The source of each target: a column's name, a template with {column} and {line}, or a constant after `=`. */
export type Mapping = Readonly<Partial<Record<ImportTarget, string>>>

/** Reads `reference=ORDER-{line},amount=total,country_code==NL`. A comma separates only when a target follows it. */
export function parseMapping(text: string): Mapping {
  const mapping: Partial<Record<ImportTarget, string>> = {}
  for (const part of text.split(/,(?=[a-z_]+=)/)) {
    const [, name = '', value = ''] = /^\s*([a-z_]+)=([\s\S]+)$/.exec(part) ?? []
    const target = importTargets.find((each) => each === name)
    if (!target) throw new ImportProblem(`"${part}" is not target=column. Targets: ${importTargets.join(', ')}.`)
    if (mapping[target] !== undefined) throw new ImportProblem(`${target} is mapped twice.`)
    mapping[target] = value
  }
  const missing = required.filter((target) => mapping[target] === undefined)
  if (missing.length > 0) throw new ImportProblem(`The mapping lacks ${missing.join(', ')}.`)
  const orphan = ofCustomer.find((target) => mapping[target] !== undefined)
  if (orphan && mapping.customer === undefined)
    throw new ImportProblem(`${orphan} needs customer, the merchant's number for it.`)
  return mapping
}

export type ReadTarget = (fields: readonly string[], line: number) => string
export type Readers<T extends string = ImportTarget> = Readonly<Partial<Record<T, ReadTarget>>>

/** Binds the mapping to a header. Throws an ImportProblem that names every missing column. */
export function bindMapping<T extends string>(
  mapping: Readonly<Partial<Record<T, string>>>,
  header: readonly string[],
): Readers<T> {
  const problems: string[] = []
  let isTwice = false
  const indexOf = (column: string): number => {
    const index = header.indexOf(column)
    if (index === -1) problems.push(`There is no column "${column}".`)
    else if (header.indexOf(column, index + 1) !== -1) {
      isTwice = true
      problems.push(`There are two columns "${column}".`)
    }
    return index
  }
  const readers = Object.fromEntries(
    Object.entries<string>(mapping as Record<string, string>).map(([target, source]) => [
      target,
      readerOf(source, header, indexOf),
    ]),
  )
  if (problems.length > 0) {
    const text = `${[...new Set(problems)].join(' ')} The file has: ${shortened(header)}.`
    throw new ImportProblem(text, isTwice ? 'column_twice' : 'column_missing')
  }
  // The names of the readers are those of the mapping.
  return readers as Readers<T>
}

/** The problems of the sources of a mapping, by target. */
export const columnProblems = (
  mapping: Readonly<Record<string, string>>,
  header: readonly string[],
): [string, ImportProblem['code']][] =>
  Object.entries(mapping).flatMap(([target, source]) => {
    try {
      bindMapping({ [target]: source }, header)
      return []
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error
      return [[target, error.code]]
    }
  })

function readerOf(source: string, header: readonly string[], indexOf: (column: string) => number): ReadTarget {
  if (source.startsWith('=')) return () => source.slice(1)
  if (!source.includes('{') || header.includes(source)) {
    const index = indexOf(source)
    return (fields) => fields[index] ?? ''
  }
  const pieces = source.split(/(\{[^{}]*\})/).map((piece): ReadTarget => {
    if (!piece.startsWith('{')) return () => piece
    if (piece === '{line}') return (_, line) => String(line)
    const index = indexOf(piece.slice(1, -1))
    return (fields) => fields[index] ?? ''
  })
  return (fields, line) => pieces.map((piece) => piece(fields, line)).join('')
}

const shownColumns = 30
const shortened = (header: readonly string[]): string =>
  header.slice(0, shownColumns).join(', ') +
  (header.length > shownColumns ? `, and ${header.length - shownColumns} more` : '')
