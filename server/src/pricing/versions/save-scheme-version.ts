import type { ReadBody } from '@kontor/contract/endpoint'
import { costPartNames, eventsOfType, hasTier, type Line } from '@kontor/contract/pricing/price.rules'
import type { saveSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import { termsOfType } from '@kontor/contract/pricing/scheme.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { findGateway } from '../../processors/gateways.ts'
import { authorOf } from './author.ts'
import { lockVersion, type OfVersion, requireDraft, requireSeen } from './locked-version.ts'

type Saved = ReadBody<(typeof saveSchemeVersionEndpoint)['REVENUE']> & OfVersion

/** Puts lines and terms in the place of those of a draft. A line that stays the same at its number leaves no change. */
export async function saveSchemeVersion(
  trx: Trx,
  actor: Actor,
  id: string,
  { type, version: of, revision, lines, ...terms }: Saved,
): Promise<void> {
  const { scheme, version } = await lockVersion(trx, id, { type, version: of })
  requireDraft(version)
  requireSeen(version, revision)
  requireTermsOf(type, terms, lines)
  requireGateways(lines)
  if (terms.hold_cap && scheme.currency_code === null)
    throw new Refusal('invalid_request', { 'body.hold_cap': 'without_currency' })
  await trx
    .updateTable('scheme_version')
    .set({ ...terms, revision: revision + 1, author_ids: [...new Set([...version.author_ids, authorOf(actor)])] })
    .where('id', '=', version.id)
    .execute()
  await writeLines(trx, { scheme_id: id, version_id: version.id }, lines)
}

/** Refuses terms that the type of scheme does not have, in its lines too, and lines of a reserve, which holds the same of every payment. */
function requireTermsOf(type: OfVersion['type'], terms: object, lines: readonly Line[]): void {
  const own: readonly string[] = termsOfType[type]
  const wrong = [
    ...Object.keys(terms).filter((name) => !own.includes(name)),
    ...(type === 'RESERVE' && lines.length > 0 ? ['lines'] : []),
    ...lines.flatMap((line, at) => foreignTo(type, line).map((name) => `lines.${at}.${name}`)),
  ]
  if (wrong.length > 0)
    throw new Refusal(
      'invalid_request',
      Object.fromEntries(wrong.map((name) => [`body.${name}`, 'not_of_this_scheme'])),
    )
}

/** A line of a gateway that nobody knows would price nothing, and nobody would see why. */
function requireGateways(lines: readonly Line[]): void {
  const unknown = lines.flatMap(({ gateway }, at) =>
    gateway === null || findGateway(gateway) ? [] : [[`body.lines.${at}.gateway`, 'unknown'] as const],
  )
  if (unknown.length > 0) throw new Refusal('invalid_request', Object.fromEntries(unknown))
}

/**
 * What only lines of another type of scheme have: merchants alone have tiers, read texts, pay on costs and are charged for what moves no money,
 * and costs alone are of a gateway and have parts.
 */
const foreignTo = (type: OfVersion['type'], line: Line): string[] => [
  ...(eventsOfType(type).includes(line.event) ? [] : ['event']),
  ...(type !== 'REVENUE' && hasTier(line) ? ['tier_from'] : []),
  ...(type !== 'REVENUE' && line.passes_on !== null ? ['passes_on'] : []),
  ...(type === 'REVENUE' ? [] : (['text_nl', 'text_en'] as const).filter((name) => line[name] !== null)),
  ...(type !== 'COST' && line.gateway !== null ? ['gateway'] : []),
  ...(type === 'COST' ? [] : costPartNames.filter((name) => line[name] !== 0)),
]

async function writeLines(
  trx: Trx,
  of: { scheme_id: string; version_id: string },
  lines: readonly Line[],
): Promise<void> {
  await trx
    .deleteFrom('scheme_line')
    .where('version_id', '=', of.version_id)
    .where('position', '>', lines.length)
    .execute()
  for (const [at, line] of lines.entries())
    await trx
      .insertInto('scheme_line')
      .values({ ...of, ...line, position: at + 1 })
      .onConflict((kept) => kept.columns(['version_id', 'position']).doUpdateSet(line))
      .execute()
}
