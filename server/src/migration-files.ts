import fs from 'node:fs/promises'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'migrations')

/** The names of the migrations, in the order in which they run. */
export async function migrationNames(): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.replace(/\.sql$/, '')).sort()
}

export const migrationText = (name: string): Promise<string> => fs.readFile(path.join(folder, `${name}.sql`), 'utf8')

/** The name of the newest migration: the version of the tables that this code needs. */
export async function newestMigration(): Promise<string> {
  return (await migrationNames()).at(-1) ?? ''
}
