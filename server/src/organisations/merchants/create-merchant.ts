import type { ReadBody } from '@kontor/contract/endpoint'
import type { createMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { addInvited } from '../../identity/users/add-invited.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { refuseUnknownCategory } from './merchant-categories.ts'

/** The sandbox processor that runs beside this server. */
export interface Sandbox {
  readonly url: string
  /** The credential of a merchant's account there. */
  credentialOf(merchant: string): Record<string, string>
  /** Opens the merchants' accounts there. It never fails: payments there are refused until it is done. */
  register(merchants: readonly string[]): Promise<void>
}

interface House {
  readonly masterKey: string
  readonly sandbox: Sandbox | undefined
}

type Body = ReadBody<typeof createMerchantEndpoint>
type FirstUser = 'user_name' | 'user_email'
/** Without a first user, the provider invites one later. */
type NewMerchant = Omit<Body, FirstUser> & (Pick<Body, FirstUser> | { [K in FirstUser]?: undefined })

/** Adds a merchant that can begin at once: its root organisation, a first shop, and a first user, who is invited. */
export async function createMerchant(trx: Trx, body: NewMerchant, now: Date, house: House): Promise<string> {
  const { user_name, user_email, language, time_zone, base_currency, mcc, ...of } = body
  const { name, country_code, ...rest } = of
  const { external_id = null, legal_name = null, vat_number = null, chamber_of_commerce = null, ...address } = rest
  refuseUnknownCategory(mcc)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('merchant')
    .values({
      ...{ id, created_at, name, legal_name, country_code, language, time_zone, base_currency, mcc },
      ...{ external_id, vat_number, chamber_of_commerce },
    })
    .execute()
    .catch(refuseTaken)
  await trx
    .insertInto('organisation')
    .values({ ...address, merchant_id: id, id, created_at, parent_id: null, name, country_code })
    .execute()
  await addShop(trx, { merchant: id, name, currency_code: base_currency }, now, house)
  if (user_name === undefined) return id
  const invited = { place: { merchant: { id, name }, organisation: id }, name: user_name, email: user_email, language }
  const user = await addInvited(trx, { ...invited, roles: ['USER_ALL'] }, now, house.masterKey)
  if (!user) throw new Refusal('user_email_taken', { 'body.user_email': 'taken' })
  return id
}

/** The provider's number of a merchant is that of one merchant, also when two are written at once. */
export function refuseTaken(error: unknown): never {
  if (violatedConstraint(error) !== 'merchant_external_id') throw error
  throw new Refusal('external_id_taken', { 'body.external_id': 'taken' })
}

interface FirstShop {
  merchant: string
  name: string
  currency_code: string
}

/** The first shop has the merchant's name. Without a sandbox it gets its processors later. */
async function addShop(
  trx: Trx,
  { merchant, name, currency_code }: FirstShop,
  now: Date,
  { masterKey, sandbox }: House,
): Promise<void> {
  const shop = newId(now)
  const owned = { merchant_id: merchant, organisation_id: merchant }
  await trx
    .insertInto('payment_profile')
    .values({ ...owned, ...shop, name, display_name: name.slice(0, 60), currency_code })
    .execute()
  if (!sandbox) return
  for (const [position, [payment_product, label]] of productsOf(currency_code).entries()) {
    const processor = newId(now)
    const credential = sealCredential(masterKey, { merchant, record: processor.id }, sandbox.credentialOf(merchant))
    await trx
      .insertInto('processor')
      .values({
        ...{ ...owned, ...processor, name: `Sandbox ${label}`, gateway: 'sandbox', payment_product },
        ...{ url: sandbox.url, credential },
      })
      .execute()
    await trx
      .insertInto('payment_profile_processor')
      .values({ merchant_id: merchant, payment_profile_id: shop.id, processor_id: processor.id, position })
      .execute()
  }
}

const everywhere = [
  ['card', 'Cards'],
  ['paypal', 'PayPal'],
] as const

/** Payment products that payers in the currency know. */
const productsOf = (currency: string) =>
  currency === 'EUR' ? [['ideal', 'iDEAL'] as const, ...everywhere] : everywhere
