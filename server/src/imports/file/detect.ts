import { isUtf8 } from 'node:buffer'
import type { importEncodings } from '@kontor/contract/imports/import.rules'
import { type DecimalSign, detectDecimalSign } from './amount.ts'

type Encoding = (typeof importEncodings)[number]

/** The encoding of a whole file: what its first bytes say, else UTF-8 if all of it is that, else that of Windows. */
export function detectEncoding(content: Buffer): Encoding {
  if (content.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  return withoutMark(content) ?? (isUtf8(content) ? 'utf-8' : 'windows-1252')
}

/** UTF-16 without a mark: of Latin text every second byte is zero. */
function withoutMark(content: Buffer): Encoding | undefined {
  const sample = content.subarray(0, 1000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 4 && even === 0) return 'utf-16le'
  if (even > sample.length / 4 && odd === 0) return 'utf-16be'
  return undefined
}

/** The sign before the decimals in whatever fields look like amounts; a full stop when they disagree. */
export function detectDecimals(rows: readonly { fields: readonly string[] }[]): DecimalSign {
  const amounts = rows.flatMap(({ fields }) => fields.filter((field) => amount.test(field.trim())))
  return detectDecimalSign(amounts, 'EUR') ?? '.'
}

const amount = /^-?(?:\d+|\d{1,3}(?:[.,]\d{3})+)[.,]\d{1,2}$/

/** True for the beginning of a workbook of before 2007, or of one with a password. */
export const isOldWorkbook = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'))

/** True for the beginning of a ZIP archive, which a workbook is. */
export const isArchive = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** False for a picture or a document, and for bytes that are no text: of those, many more are control characters. */
export function isText(content: Buffer, encoding: Encoding): boolean {
  if (otherFiles.some((beginning) => content.subarray(0, beginning.length).equals(beginning))) return false
  const beginning = new TextDecoder(encoding).decode(content.subarray(0, 4096))
  return (beginning.match(controls) ?? []).length <= beginning.length / 20
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: They are what is counted; whitespace is not among them.
const controls = /[\0-\x08\x0e-\x1f\ufffd]/g

/** The first bytes of PNG, JPEG, GIF, PDF, gzip, 7z and RAR. */
const otherFiles = [
  ...['\x89PNG', '\xff\xd8\xff', 'GIF87a', 'GIF89a', '%PDF-', '\x1f\x8b\b', '7z\xbc\xaf', 'Rar!\x1a'],
].map((text) => Buffer.from(text, 'latin1'))
