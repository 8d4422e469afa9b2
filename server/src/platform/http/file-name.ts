import { fileNameHeader } from '@kontor/contract/platform/file-name.rules'
import { Refusal } from '@kontor/contract/refusal'
import { lineOfText, ofText } from '@kontor/contract/wire'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

const fileName = lineOfText(150).min(1, ofText('required'))

/** The header with the name of a file that is the whole body. */
export const fileNameHeaders = z.object({
  [fileNameHeader]: z.string().meta({ description: 'Name of the file, percent-encoded' }),
})

/** The file's name without its path. */
export function fileNameOf(request: FastifyRequest): string {
  const sent = String(request.headers[fileNameHeader] ?? '')
  let name: string
  try {
    name = decodeURIComponent(sent)
  } catch {
    name = ''
  }
  const read = fileName.safeParse(plainName(name.split(/[\\/]/).at(-1) ?? ''))
  if (!read.success) throw new Refusal('invalid_request', { [`headers.${fileNameHeader}`]: 'invalid_value' })
  return read.data
}

/** The name without characters that are invisible or change the direction of text (`exe.jpg` shown as `gpj.exe`). Joiners stay. */
export const plainName = (name: string): string => name.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
