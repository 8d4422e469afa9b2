import fs from 'node:fs/promises'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'migrations')

/** The names of the migrations, in the order in which they run. */
export async function migrationNames(): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.replace(/\.sql$/, '')).sort()
}

export const migrationText = (name: string): Promise<string> => fs.readFile(path.join(folder, `${name}.sql`), 'utf8')

/** The migrations that older programs can work with, each with the number of the newest migration of the oldest one. */
export async function compatibilities(): Promise<Map<string, string>> {
  const found = await Promise.all(
    (await migrationNames()).map(
      async (name) => [name, /^-- compatible-with: (\d{4})\n/.exec(await migrationText(name))?.[1]] as const,
    ),
  )
  return new Map(found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined))
}

/** The name of the newest migration that this code has. */
export async function newestMigration(): Promise<string> {
  return (await migrationNames()).at(-1) ?? ''
}
