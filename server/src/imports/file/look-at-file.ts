import { setImmediate } from 'node:timers/promises'
import type { ImportFormat, ImportProblemCode } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import { containsCardNumber } from '@kontor/contract/texts/card-number'
import { workbookTexts } from '../workbook/workbook-texts.ts'
import { detectEncoding, isArchive, isOldWorkbook, isText } from './detect.ts'
import { hasCardNumber, withoutPhoneNumbers } from './has-card-number.ts'
import { ImportProblem } from './problem.ts'

export interface SeenFile {
  format: ImportFormat
  encoding: string | null
}

/** Says how a file is written. Refuses one that nobody can read, or with card numbers, before anything of it is kept. */
export async function lookAtFile(content: unknown): Promise<SeenFile> {
  if (!Buffer.isBuffer(content) || content.length === 0) throw new Refusal('invalid_request', { body: 'required' })
  if (isOldWorkbook(content)) throw new Refusal('import_unknown_format')
  if (isArchive(content)) {
    if (await workbookHasCardNumber(content)) throw new Refusal('import_card_number')
    return { format: 'xlsx', encoding: null }
  }
  const encoding = detectEncoding(content)
  if (!isText(content, encoding))
    throw new Refusal('import_unreadable', { problem: 'no_text' satisfies ImportProblemCode })
  if (await hasCardNumber(content, encoding)) throw new Refusal('import_card_number')
  return { format: 'csv', encoding }
}

/** Other work goes on between two pieces. */
async function workbookHasCardNumber(content: Buffer): Promise<boolean> {
  try {
    for await (const text of workbookTexts(content)) {
      if (containsCardNumber(withoutPhoneNumbers(text))) return true
      await setImmediate()
    }
    return false
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    throw new Refusal('import_unreadable', { problem: error.code })
  }
}
