import type { EvidenceType } from '@kontor/contract/disputes/chargeback.rules'

/** What a file is by its own bytes, whatever its name or its sender say; undefined for all that is no evidence. */
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

/** The signature, the header chunk first, and the chunk that ends it. */
const isPng = (content: Buffer): boolean =>
  content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) &&
  content.subarray(12, 16).equals(Buffer.from('IHDR')) &&
  content.subarray(-tail).includes('IEND')

/** Start of image, a marker, and somewhere towards the end the end of it. */
const isJpeg = (content: Buffer): boolean =>
  content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) &&
  content.subarray(-tail).includes(Buffer.from('ffd9', 'hex'))
