import type { EvidenceType } from '@kontor/contract/disputes/chargeback.rules'

/** The type of a file by its bytes; its name and its sender's claim are ignored. Undefined: not allowed as evidence. */
export function typeOfFile(content: Buffer): EvidenceType | undefined {
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
