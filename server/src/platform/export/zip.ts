import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file in the archive; its text is made while it is written. */
export interface ZipEntry {
  name: string
  content: Iterable<Buffer> | AsyncIterable<Buffer>
}

interface Written {
  name: Buffer
  crc: number
  size: number
  compressed: number
  offset: number
}

const most = 0xffff_ffff
const utf8AndLater = 0x0808
const deflated = 8
// 1 January 1980, the first date of the format: two exports of the same rows give the same bytes.
const date = 0x21

/** A ZIP archive (APPNOTE 6.3) with the sizes after each entry, so that it is written in one pass without a buffer. */
export async function* zip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, compressed: 0, offset }
    yield localHeader(entry)
    for await (const piece of packed(content, entry)) yield piece
    yield descriptor(entry)
    written.push(entry)
    offset += 30 + entry.name.length + entry.compressed + 16
    if (offset > most || entry.size > most) throw new RangeError('more than a ZIP archive holds')
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield endOf(written.length, directory.length, offset)
}

async function* packed(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  const source = async function* () {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc)
      entry.size += piece.length
      yield piece
    }
  }
  const deflate = createDeflateRaw({ level: 1 })
  // An error of the source reaches the reader of the packed stream.
  pipeline(Readable.from(source()), deflate, () => {})
  for await (const piece of deflate) {
    entry.compressed += piece.length
    yield piece
  }
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(utf8AndLater, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, size, compressed }: Written): Buffer {
  const footer = Buffer.alloc(16)
  footer.writeUInt32LE(0x08074b50, 0)
  footer.writeUInt32LE(crc, 4)
  footer.writeUInt32LE(compressed, 8)
  footer.writeUInt32LE(size, 12)
  return footer
}

function directoryEntry({ name, crc, size, compressed, offset }: Written): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(utf8AndLater, 8)
  header.writeUInt16LE(deflated, 10)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(compressed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
