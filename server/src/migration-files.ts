import fs from 'node:fs/promises'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'migrations')

/** The names of the migrations, in the order in which they run. */
export async function migrationNames(): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.replace(/\.sql$/, '')).sort()
}

export const migrationText = (name: string): Promise<string> => fs.readFile(path.join(folder, `${name}.sql`), 'utf8')

interface Compatibility {
  name: string
  compatible_with: string
  works_from: string | null
}

/**
 * The migrations that older programs can work with, each with the number of the newest migration of the oldest one, and of the
 * oldest one whose work in the background goes on.
 */
export async function compatibilities(): Promise<Compatibility[]> {
  const found = await Promise.all((await migrationNames()).map(compatibilityOf))
  return found.filter((each) => each !== undefined)
}

async function compatibilityOf(name: string): Promise<Compatibility | undefined> {
  const head = /^-- compatible-with: (\d{4})\n(?:-- works-from: (\d{4})\n)?/.exec(await migrationText(name))
  const [, compatible_with, works_from = null] = head ?? []
  return compatible_with === undefined ? undefined : { name, compatible_with, works_from }
}

/** The name of the newest migration that this code has. */
export async function newestMigration(): Promise<string> {
  return (await migrationNames()).at(-1) ?? ''
}
