import { ImportProblem } from './problem.ts'

/** A longer line is not CSV; the bound limits the use of memory. */
const maxLineLength = 1_000_000

/** The lines of a file in groups as they arrive, without line ends. A byte order mark is dropped. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string[]> {
  const decoder = decoderFor(encoding)
  let rest = ''
  for await (const chunk of bytes) {
    const text = rest + decoder.decode(chunk, { stream: true })
    // A carriage return at the end may be the first half of a line end.
    const whole = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, whole).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(whole)
    if (rest.length > maxLineLength)
      throw new ImportProblem('A line is longer than 1,000,000 characters: is this a CSV file?', 'line_too_long')
    if (lines.length > 0) yield lines
  }
  const last = (rest + decoder.decode()).split(/\r\n|\n|\r/)
  if (last.at(-1) === '') last.pop()
  if (last.length > 0) yield last
}

function decoderFor(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new ImportProblem(`There is no encoding "${encoding}".`, 'unknown_encoding')
  }
}
