import { readFileSync } from 'node:fs'
import { StartProblem } from '../start-problem.ts'

/** Each of them may also be given as the content of a file, which `<name>_FILE` names. */
export const secretVariables = [
  'DATABASE_URL',
  'KONTOR_MASTER_KEY',
  'KONTOR_OTHER_MASTER_KEY',
  'KONTOR_MERCHANT_DATABASE_URL',
  'KONTOR_PROVIDER_DATABASE_URL',
  'SMTP_URL',
] as const

/**
 * The variables that are set, with secrets read from their files. Shell scripts use an empty variable for "not set".
 * Throws a StartProblem for a file that cannot be read, and for a secret that is given twice.
 */
export function environmentOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
  for (const name of secretVariables) {
    const file = set[`${name}_FILE`]
    if (file === undefined) continue
    if (set[name] !== undefined)
      throw new StartProblem(`settings: ${name} and ${name}_FILE are both set: remove one of them`)
    set[name] = contentOf(`${name}_FILE`, file)
  }
  return set
}

function contentOf(variable: string, file: string): string {
  let content: string
  try {
    content = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartProblem(`settings: ${variable} names ${file}, which cannot be read (${(error as Error).message})`)
  }
  if (content === '') throw new StartProblem(`settings: ${variable} names ${file}, which is empty`)
  return content
}

/** A sentence for each variable of Kontor's that is set and that nobody reads, with the name that may be meant. */
export function unreadVariables(env: NodeJS.ProcessEnv, read: Iterable<string>): string[] {
  const known = [...read].flatMap((name) => (isSecret(name) ? [name, `${name}_FILE`] : [name]))
  return Object.keys(env)
    .filter((name) => name.startsWith('KONTOR_') && !known.includes(name))
    .sort()
    .map((name) => {
      const meant = nearest(name, known)
      return `${name} is set, and nothing here reads it${meant ? `: is ${meant} meant?` : '.'}`
    })
}

const isSecret = (name: string): boolean => (secretVariables as readonly string[]).includes(name)

/** Of names that differ by more letters than this, none is meant. */
const mostLetters = 4

function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((each) => ({ each, letters: difference(name, each) }))
    .filter(({ letters }) => letters <= mostLetters)
    .sort((a, b) => a.letters - b.letters)
  return best?.each
}

/** How many letters must be added, removed or replaced to make one text of the other. */
function difference(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1]
    for (const [at, another] of [...other].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === another ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
