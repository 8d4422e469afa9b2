import { describe, expect, it } from 'vitest'
import { CopiedRows } from './copied-rows.ts'

const message = (type: string, content: string): Buffer => {
  const head = Buffer.from(`${type}0000`)
  head.writeUInt32BE(Buffer.byteLength(content) + 4, 1)
  return Buffer.concat([head, Buffer.from(content)])
}

const rows = ['first,"a ""quoted"" text"\n', '\n', '"two\nlines",é€😀\n', `${'long '.repeat(80)}\n`, 'last,\n']
const [begin, notice] = [message('H', '\0\0\0'), message('N', 'SNOTICE\0Mnot a row\n\0\0')]
const end = Buffer.concat([message('c', ''), message('C', 'COPY 5\0'), message('Z', 'T')])
const [first = '', ...others] = rows
const answer = Buffer.concat([begin, message('d', first), notice, ...others.map((row) => message('d', row)), end])

/** The answer as it arrives in parts of this size. */
function inParts(size: number, hasReturns: boolean) {
  const copied = new CopiedRows(hasReturns)
  const text = Buffer.alloc(answer.length)
  let [length, count] = [0, 0]
  for (let at = 0; at < answer.length; at += size) {
    const part = answer.subarray(at, at + size)
    // No more than what was promised: one byte more than came.
    const taken = copied.take(part, text.subarray(0, length + part.length + 1), length)
    length = taken.length
    count += taken.count
    if (taken.rest)
      return {
        ...{ text: String(text.subarray(0, length)), count },
        rest: Buffer.concat([taken.rest, answer.subarray(at + size)]),
      }
  }
  throw new Error('the rows have no end')
}

const sizes = Array.from({ length: answer.length }, (_, at) => at + 1)

describe('rows that the database copies out', () => {
  it('are whole and counted wherever the answer is cut', () => {
    for (const size of sizes)
      expect([size, inParts(size, false)]).toEqual([size, { text: rows.join(''), count: rows.length, rest: end }])
  })

  it('end with CRLF where it is asked for, and newlines within them stay', () => {
    const text = rows.map((row) => row.replace(/\n$/, '\r\n')).join('')
    for (const size of sizes)
      expect([size, inParts(size, true)]).toEqual([size, { text, count: rows.length, rest: end }])
  })
})
