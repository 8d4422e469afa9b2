import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ImportProblem } from '../file/problem.ts'

/** Bounds of what an archive may unpack to. Real workbooks unpack to some ten times their size. */
const limits = {
  entries: 2_000,
  bytes: 256 * 1024 * 1024,
  /** Of a part that is larger than `small`. */
  ratio: 200,
  small: 8 * 1024 * 1024,
} as const

export interface Archive {
  names: readonly string[]
  /** The bytes of a part as they unpack; undefined when there is no such part. Names are matched in any case. */
  part(name: string): Promise<AsyncIterable<Buffer> | undefined>
}

/** Opens a ZIP archive by its directory. Throws an ImportProblem for one that is damaged, protected, or would unpack to too much. */
export async function openArchive(content: Buffer): Promise<Archive> {
  const zip = await damagedOr(fromBufferPromise(content, { lazyEntries: true, autoClose: false }))
  const entries = await damagedOr(entriesOf(zip))
  return {
    names: [...entries.keys()],
    part: async (name) => {
      const entry = entries.get(name.toLowerCase())
      return entry && unpacked(zip, entry)
    },
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw tooLarge()
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new ImportProblem('The workbook is protected by a password.', 'workbook_protected')
    bytes += entry.uncompressedSize
    const isBomb =
      entry.uncompressedSize > limits.small && entry.uncompressedSize > limits.ratio * Math.max(1, entry.compressedSize)
    if (bytes > limits.bytes || isBomb) throw tooLarge()
    // Of two parts of one name only one would be looked at.
    if (entries.has(entry.fileName.toLowerCase())) throw damaged(undefined)
    entries.set(entry.fileName.toLowerCase(), entry)
  }
  return entries
}

/** The sizes of the directory are promises: yauzl ends a part with an error when it has more bytes than they say. */
async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await damagedOr(zip.openReadStreamPromise(entry))
  try {
    yield* stream
  } catch (error) {
    throw damaged(error)
  }
}

const damagedOr = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw damaged(error)
  })

export const tooLarge = () => new ImportProblem('The workbook would unpack to more than is read.', 'workbook_too_large')

/** What the reader of archives or of XML does not understand is the file's fault. */
export const damaged = (error: unknown): ImportProblem =>
  error instanceof ImportProblem ? error : new ImportProblem('The workbook is damaged.', 'workbook_damaged')
