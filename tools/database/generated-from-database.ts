// Makes the files that come from a migrated database and the server on it. One cluster, started once, serves all of
// them.

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { parseQueryString } from '@kontor/contract/lists/query-string'
import { modules } from '@kontor/contract/modules'
import { buildApp, sources } from '../../server/src/app.ts'
import { migrate } from '../../server/src/migrate.ts'
import type { Actor } from '../../server/src/platform/db/actor.ts'
import { openDatabases } from '../../server/src/platform/db/database.ts'
import { countStatement, listStatement, type Source } from '../../server/src/platform/rows/list.ts'
import { type Document, linesOf } from '../../server/src/reference/document.ts'
import { clientFiles } from '../generating/client.ts'
import { root } from '../root.ts'
import { makeTestFolder } from '../testing/test-folder.ts'
import { ensureDatabase, withDatabase } from './databases.ts'
import { startPostgres } from './embedded-postgres.ts'

const masterKey = Buffer.alloc(32).toString('base64')

/** File contents by file name, relative to the root of the repository. */
export async function generatedFromDatabase(): Promise<Record<string, string>> {
  const folder = await makeTestFolder()
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fast: true })
  try {
    const adminUrl = withDatabase(postgres.url, 'kontor')
    await ensureDatabase(adminUrl)
    const databases = openDatabases(await migrate({ adminUrl, masterKey }), () => {})
    try {
      return {
        'server/src/schema.ts': tableTypes(adminUrl, join(folder, 'schema.ts')),
        ...(await fromReference(databases)),
        ...Object.fromEntries(
          Object.values(sources).map((source) => [`docs/sql/${source.entity.name}.sql`, sqlOf(databases, source)]),
        ),
      }
    } finally {
      await databases.close()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function tableTypes(url: string, file: string): string {
  const mapping = JSON.stringify({ int8: 'number', timestamptz: 'string' })
  const command = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const options = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--date-parser',
    'string',
    '--type-mapping',
    mapping,
    '--out-file',
    file,
  ]
  execFileSync(process.execPath, [command, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return readFileSync(file, 'utf8')
}

type Databases = ReturnType<typeof openDatabases>

/** The reference of the API, and what is made from it. */
async function fromReference(databases: Databases): Promise<Record<string, string>> {
  const app = await buildApp({
    ...{ databases, masterKey, publicUrl: 'http://localhost:4000' },
    signIn: { modules: [...modules] },
  })
  await app.ready()
  const reference = { ...app.swagger() }
  await app.close()
  // OpenAPI's types do not know that this document has paths, and components with schemas.
  return { 'docs/openapi.json': linesOf(reference), ...clientFiles(reference as unknown as Document) }
}

const exampleId = '01900000-0000-7000-8000-000000000001'

/** A user of one merchant who sees a part of its tree: the narrowest scope, so that the SQL shows every condition. */
const actor: Actor = {
  kind: 'user',
  id: exampleId,
  name: 'somebody',
  psp: false,
  roles: ['USER_ALL'],
  scope: { merchant: exampleId, organisations: [exampleId], below: [exampleId] },
  time_zone: 'Europe/Amsterdam',
}

/** The SQL of an entity's list and count, so that a review shows how the SQL changed. */
function sqlOf({ merchant: db }: Databases, source: Source): string {
  const address = 'created_at>=2026-10-01&created_at<=2026-10-31'
  const result = parseListQuery(source.entity, parseQueryString(address))
  if ('details' in result) throw new Error(`${source.entity.name}: ${JSON.stringify(result.details)}`)
  const statements = [listStatement(source, db, actor, result.query), countStatement(source, db, actor, result.query)]
  const texts = statements.map((statement) =>
    statement
      .compile(db)
      .sql.replace(/\s*\n\s*/g, '\n  ')
      .trim(),
  )
  return `-- Made by "npm run generate" from ${address}: do not edit.\n\n${texts.join(';\n\n')};\n`
}
