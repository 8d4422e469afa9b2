import type { ImportCounts } from '../../server/src/imports/transactions/recorded-import.ts'

const terminalEveryMs = 100
const logEveryMs = 5000

/** Shows the progress of an import on stderr: one rewritten line on a terminal, otherwise a line now and then. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr) {
  const began = performance.now()
  let shown = began
  const line = (counts: ImportCounts) => {
    const seconds = (performance.now() - began) / 1000
    const rate = Math.round(counts.read / Math.max(seconds, 0.001))
    return `${figures(counts)} · ${number(rate)} rows/s`
  }
  return {
    show: (counts: ImportCounts) => {
      if (performance.now() - shown < (stream.isTTY ? terminalEveryMs : logEveryMs)) return
      shown = performance.now()
      stream.write(stream.isTTY ? `\r\u001b[K${line(counts)}` : `${line(counts)}\n`)
    },
    end: (counts: ImportCounts) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      stream.write(`${stream.isTTY ? '\r\u001b[K' : ''}${line(counts)} · ${seconds} s\n`)
    },
  }
}

const figures = ({ read, added, known, rejected }: ImportCounts) =>
  `${number(read)} read · ${number(added)} new · ${number(known)} known · ${number(rejected)} rejected`

const number = (value: number) => value.toLocaleString('en-US')
