import { importDelimiters, importLimits } from '@kontor/contract/imports/import.rules'
import { type DecimalSign, detectDecimalSign } from './amount.ts'
import { linesOf } from './lines.ts'
import { bindMapping, type ImportTarget, type Readers } from './mapping.ts'
import { ImportProblem } from './problem.ts'
import { type CsvRecord, RecordReader } from './records.ts'

export interface CsvOptions<T extends string = ImportTarget> {
  mapping: Readonly<Partial<Record<T, string>>>
  /** Of the amounts, whose decimal sign is detected. */
  currency?: string
  /** Absent: detected. */
  delimiter?: string | undefined
  decimal?: DecimalSign | undefined
  /** Absent: UTF-8. */
  encoding?: string | undefined
}

export interface CsvFile<T extends string = ImportTarget> {
  header: readonly string[]
  delimiter: string
  decimal: DecimalSign
  readers: Readers<T>
  /** The records without the header, in groups as they arrive. */
  records: AsyncGenerator<CsvRecord[]>
}

const sampleSize = 1000

/**
 * Reads the beginning of a file, detects its format, and gives the records. Throws an ImportProblem when mapping and
 * file do not fit.
 */
export async function openCsv<T extends string>(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions<T>,
): Promise<CsvFile<T>> {
  const lines = linesOf(bytes, options.encoding ?? 'utf-8')
  const sample = await takeSample(lines)
  if (sample.every((line) => line.trim() === '')) throw new ImportProblem('The file is empty.', 'empty')
  const { delimiter, header } = chooseDelimiter(sample, options)
  if (header.length > importLimits.columns)
    throw new ImportProblem(`The file has more than ${importLimits.columns} columns.`, 'too_many_columns')
  const readers = bindMapping(options.mapping, header)
  const decimal = options.decimal ?? sampledDecimalSign(sample, delimiter, readers, options.currency ?? 'EUR')
  return { header, delimiter, decimal, readers, records: withoutHeader(sample, lines, new RecordReader(delimiter)) }
}

async function takeSample(lines: AsyncGenerator<string[]>): Promise<string[]> {
  const sample: string[] = []
  while (sample.length < sampleSize) {
    const { value, done } = await lines.next()
    if (done) break
    for (const line of value) sample.push(line)
  }
  return sample
}

/** The delimiter with which all mapped columns exist; otherwise the one that gives the most columns. */
function chooseDelimiter<T extends string>(sample: readonly string[], { delimiter, mapping }: CsvOptions<T>) {
  const choices = (delimiter === undefined ? importDelimiters : [delimiter])
    .map((each) => ({ delimiter: each, header: headerOf(sample, each) }))
    .sort((one, other) => other.header.length - one.header.length)
  const chosen = choices.find(({ header }) => fits(mapping, header)) ?? choices[0]
  if (!chosen || chosen.header.length === 0)
    throw new ImportProblem('The first line is no header that can be read.', 'no_header')
  return chosen
}

function headerOf(sample: readonly string[], delimiter: string): string[] {
  for (const { fault, fields } of new RecordReader(delimiter).read(sample))
    return fault ? [] : fields.map((name) => name.trim())
  return []
}

function fits(mapping: Readonly<Partial<Record<string, string>>>, header: readonly string[]): boolean {
  try {
    bindMapping(mapping, header)
    return true
  } catch {
    return false
  }
}

function sampledDecimalSign(
  sample: readonly string[],
  delimiter: string,
  readers: Readers<string>,
  currency: string,
): DecimalSign {
  const records = [...new RecordReader(delimiter).read(sample)].slice(1, sampleSize)
  const amounts = records
    .filter((record) => !record.fault)
    .map(({ fields, line }) => readers['amount']?.(fields, line) ?? '')
  const sign = detectDecimalSign(amounts, currency)
  if (sign === undefined)
    throw new ImportProblem(
      'The amounts are written with both . and , decimals: name one (--decimal).',
      'decimals_differ',
    )
  return sign
}

async function* withoutHeader(
  sample: string[],
  lines: AsyncGenerator<string[]>,
  reader: RecordReader,
): AsyncGenerator<CsvRecord[]> {
  const [, ...first] = reader.read(sample)
  yield first
  for await (const group of lines) yield [...reader.read(group)]
  yield [...reader.end()]
}
