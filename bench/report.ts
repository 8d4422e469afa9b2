import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../tools/root.ts'

/** One line of the table. */
export interface Finding {
  what: string
  /** The target, in words. */
  budget: string
  /** The measured value with its spread. */
  measured: string
  /** Undefined: there is no target to compare with. */
  met: boolean | undefined
}

export interface Chapter {
  title: string
  text?: string
  findings: Finding[]
}

type Measured = Record<string, Chapter[]>

const measuredIn = (dataDir: string) => join(dataDir, 'measured.json')

/** Earlier measurements of this data directory, so that one part can be measured again alone. */
export function readMeasured(dataDir: string): Measured {
  const file = measuredIn(dataDir)
  // The cast is safe: the function below wrote the file.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measured) : {}
}

export const writeMeasured = (dataDir: string, measured: Measured): void =>
  writeFileSync(measuredIn(dataDir), JSON.stringify(measured))

export function writeReport(rows: number, postgres: string, chapters: readonly Chapter[]): string {
  // The usual million has the plain name; other sizes are part of the name.
  const size = rows === 1_000_000 ? '' : `-${rows / 1e6}M`
  const file = join(root, `docs/performance${size}.md`)
  const notes = join(root, `bench/notes${size}.md`)
  const all = chapters.flatMap(({ findings }) => findings)
  const judged = all.filter(({ met }) => met !== undefined)
  const missed = judged.filter(({ met }) => !met)
  const lines = [
    '# Performance',
    '',
    `Made by \`npm run bench\`. ${rows.toLocaleString('en')} transactions, ${today()}, ${cpus().length} cores, ${2 * Math.round(totalmem() / 2 ** 31)} GB, Node.js ${process.versions.node}, PostgreSQL ${postgres}.`,
    '',
    'Times move on shared machines. What counts are the ratios: both sides were measured in turns in one run; in brackets the lowest and the highest round.',
    '',
    `${judged.length - missed.length} of ${judged.length} budgets met${missed.length > 0 ? `; missed: ${missed.map(({ what }) => what).join('; ')}` : ''}.`,
    ...chapters.flatMap(({ title, text, findings }) => [
      '',
      `## ${title}`,
      ...(text ? ['', text] : []),
      '',
      '| what | budget | measured | |',
      '|---|---|---|---|',
      ...findings.map(({ what, budget, measured, met }) => `| ${what} | ${budget} | ${measured} | ${verdict(met)} |`),
    ]),
    '',
    ...(existsSync(notes) ? [readFileSync(notes, 'utf8').trim(), ''] : []),
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}

const verdict = (met: boolean | undefined) => (met === undefined ? '' : met ? 'met' : '**missed**')
const today = () => new Date().toISOString().slice(0, 10)

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const times = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)}×`
