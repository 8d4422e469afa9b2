import type { LineProblem } from '@kontor/contract/pricing/line-problems'
import type { Reader } from '../../platform/db/database.ts'
import type { OfVersion } from './locked-version.ts'
import { problemsOf } from './require-sound-lines.ts'
import { schemeOfVersion } from './seen-version.ts'

export async function checkSchemeVersion(db: Reader, id: string, of: OfVersion): Promise<{ problems: LineProblem[] }> {
  return { problems: await problemsOf(db, await schemeOfVersion(db, id, of), of.version) }
}
