import type { FastifyReply } from 'fastify'
import { plainName } from './file-name.ts'

/** The documents that people may hand in. */
export type DocumentType = 'application/pdf' | 'image/jpeg' | 'image/png'

/** The type of a document by its bytes; its name and its sender's claim are ignored. Undefined: no document. */
export function typeOfDocument(content: Buffer): DocumentType | undefined {
  if (isPdf(content)) return 'application/pdf'
  if (isPng(content)) return 'image/png'
  if (isJpeg(content)) return 'image/jpeg'
  return undefined
}

const tail = 1024

/** ISO 32000: begins with %PDF- and ends with %%EOF. */
const isPdf = (content: Buffer): boolean =>
  content.subarray(0, 5).equals(Buffer.from('%PDF-')) && content.subarray(-tail).includes('%%EOF')

/** The signature, the header chunk first, and the chunk that ends the image. */
const isPng = (content: Buffer): boolean =>
  content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) &&
  content.subarray(12, 16).equals(Buffer.from('IHDR')) &&
  content.subarray(-tail).includes('IEND')

/** A start-of-image marker, another marker, and the end-of-image marker near the end. */
const isJpeg = (content: Buffer): boolean =>
  content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) &&
  content.subarray(-tail).includes(Buffer.from('ffd9', 'hex'))

interface Kept {
  name: string
  content_type: string
  content: Buffer
}

/** Sends a document so that a browser saves it and never shows it or runs what is in it. */
export const sendDocument = (reply: FastifyReply, { name, content_type, content }: Kept): FastifyReply =>
  reply
    .type(content_type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    // A CHECK constraint of every table with documents allows only these content types.
    .header('content-disposition', attachment(name, content_type as DocumentType))
    .send(content)

const endings: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** A header that makes browsers save the file, under a name with the extension of its content. */
function attachment(name: string, type: DocumentType): string {
  const stem = plainName(name).replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const whole = `${stem || 'document'}.${endings[type]}`
  const plain = whole.replaceAll(/[^\w. -]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(whole).replaceAll("'", '%27')}`
}
