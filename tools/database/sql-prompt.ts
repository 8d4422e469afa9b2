import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const longestCell = 60

/** Runs one statement, the statements of a pipe, or those typed until `\q`. Returns the exit code. */
export async function runSqlPrompt(url: string, statement: string | undefined): Promise<number> {
  // Values stay as PostgreSQL writes them: parsing would change dates and large numbers.
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (value: string) => value } })
  await client.connect()
  try {
    if (statement) return (await answer(client, statement)) ? 0 : 1
    if (!process.stdin.isTTY) return (await answer(client, await text(process.stdin))) ? 0 : 1
    await converse(client)
    return 0
  } finally {
    await client.end()
  }
}

async function converse(client: pg.Client): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'kontor> ' })
  let typed = ''
  lines.on('SIGINT', () => {
    typed = ''
    console.log()
    lines.setPrompt('kontor> ')
    lines.prompt()
  })
  lines.prompt()
  for await (const line of lines) {
    if (line.trim() === '\\q') break
    typed = `${typed}${line}\n`
    const isWhole = typed.trim() === '' || typed.trimStart().startsWith('\\') || typed.trimEnd().endsWith(';')
    if (isWhole) {
      await answer(client, typed)
      typed = ''
    }
    lines.setPrompt(typed ? '   ...> ' : 'kontor> ')
    lines.prompt()
  }
  lines.close()
}

/** Runs statements and prints their results; false when PostgreSQL refuses one. */
async function answer(client: pg.Client, typed: string): Promise<boolean> {
  const statement = typed.trim().startsWith('\\') ? described(typed.trim()) : typed.trim()
  if (!statement) return true
  try {
    const results: pg.QueryArrayResult[] = [await client.query({ text: statement, rowMode: 'array' })].flat()
    for (const result of results) console.log(tableOf(result))
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

/** The SQL of `\d`, which lists the tables, or of `\d plan`, which lists the columns of one table. */
function described(command: string): string {
  const [verb, table] = command.replace(/;$/, '').split(/\s+/)
  if (verb !== '\\d') return `do $$ begin raise 'There are \\d, \\d <table> and \\q.'; end $$`
  if (!table)
    return `select relname as table, reltuples::bigint as about_rows from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition order by 1`
  return `select column_name as column, data_type as type, is_nullable as null, column_default as default
    from information_schema.columns where table_schema = 'public' and table_name = ${pg.escapeLiteral(table)}
    order by ordinal_position`
}

export function tableOf({ fields, rows, command, rowCount }: pg.QueryArrayResult): string {
  if (fields.length === 0) return [command, rowCount].filter((each) => each !== null).join(' ')
  const lines = [fields.map(({ name }) => name), ...rows.map((row) => row.map(cellOf))]
  const widths = fields.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const [head = '', ...body] = lines.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | '))
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-')
  return [head, rule, ...body, `(${rows.length === 1 ? '1 row' : `${rows.length} rows`})`].join('\n')
}

function cellOf(value: unknown): string {
  const line = value === null ? '' : String(value).replaceAll('\n', '⏎')
  return line.length > longestCell ? `${line.slice(0, longestCell - 1)}…` : line
}
