import type { BankAccountStatus, NameCheck } from '@kontor/contract/bank-accounts/bank-account.rules'
import type { Client } from 'pg'
import { placeOfDocument } from '../../bank-accounts/documents/kept-documents.ts'
import { ibanColumns } from '../../bank-accounts/sealed-iban.ts'
import { providerId } from '../../platform/db/ids.ts'
import { sealBytes } from '../../platform/secrets/sealed.ts'
import { textPdf } from '../evidence.ts'
import type { Place } from '../structure.ts'
import type { Random } from '../trade/random.ts'
import { day } from '../trade/seasons.ts'
import { inventedIban } from './invented-iban.ts'

interface Given {
  status: BankAccountStatus
  /** Days ago that it was added. */
  days: number
  holder?: string
  check?: NameCheck
  suggested?: string
  reason?: string
}

/** Every merchant is paid to one account; the first one also has an account in every other state. */
const usual: readonly Given[] = [{ status: 'VERIFIED', days: 600 }]
const everyState: readonly Given[] = [
  { status: 'DISABLED', days: 690 },
  ...usual,
  { status: 'VERIFIED', days: 1, holder: 'Bloom Belgium B.V.' },
  { status: 'PENDING', days: 2, holder: 'Bloem B.V.', check: 'CLOSE', suggested: 'Bloom B.V.' },
  { status: 'UNVERIFIED', days: 0, holder: 'Bloom Events', check: 'UNAVAILABLE' },
  {
    status: 'REJECTED',
    days: 40,
    holder: 'J. de Vries',
    check: 'NO_MATCH',
    reason: 'Een rekening van een persoon, niet van het bedrijf',
  },
]

interface House {
  client: Client
  random: Random
  masterKey: string
  now: number
}

/** The bank accounts of the merchants, with their proofs, and those of the provider. All IBANs are of banks that do not exist. */
export async function addBankAccounts(house: House, places: readonly Place[]): Promise<void> {
  let number = 0
  for (const [index, place] of places.entries()) {
    const given = index === 0 ? everyState : index === 1 ? [...usual, { status: 'PENDING', days: 3 } as const] : usual
    let before: string | null = null
    for (const each of given) before = await addAccount(house, place, each, ++number, before)
  }
  await addOwn(house, 'Derdengelden', 'Stichting Derdengelden Kontor', 'CLIENT_MONEY', 1)
  await addOwn(house, 'Eigen rekening', 'Kontor B.V.', 'OWN', 2)
}

async function addAccount(
  house: House,
  place: Place,
  { status, days, holder = place.merchant.name, check = 'MATCH', suggested, reason }: Given,
  number: number,
  before: string | null,
): Promise<string> {
  const { client, random, masterKey, now } = house
  const at = Math.max(place.from, now - days * day)
  const id = random.id(at)
  const iban = ibanColumns(masterKey, { merchant: place.id, id }, inventedIban(7_100_000 + number))
  const moment = (later: number) => new Date(Math.min(now, at + later)).toISOString()
  const isDecided = status === 'VERIFIED' || status === 'REJECTED' || status === 'DISABLED'
  const values: Record<string, unknown> = {
    ...{ merchant_id: place.id, id, organisation_id: place.id, created_at: moment(0), holder, ...iban },
    ...{ bic: 'KNTRNL2A', currency_code: place.shops[0]?.currency ?? 'EUR', status: 'UNVERIFIED' },
    usable_from: new Date(at + 3 * day).toISOString(),
    ...{ name_check: check, name_suggested: suggested ?? null, name_checked_at: moment(0) },
    // It came in the place of the one before it, which is out of use.
    replaces: status === 'VERIFIED' && before && days > 100 ? before : null,
  }
  const names = Object.keys(values)
  await client.query(
    `insert into bank_account (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(values),
  )
  if (status !== 'UNVERIFIED') await addProof(house, place.id, id, moment(day / 24))
  await client.query(
    `update bank_account set status = $3, reason = $4, decided_at = $5, decided_by_id = $6, disabled_at = $7
      where merchant_id = $1 and id = $2`,
    [
      ...[place.id, id, status, reason ?? null],
      ...[isDecided ? moment(day / 2) : null, isDecided ? random.id(at) : null],
      status === 'DISABLED' ? moment(90 * day) : null,
    ],
  )
  return id
}

async function addProof({ client, random, masterKey }: House, merchant: string, account: string, at: string) {
  const id = random.id(Date.parse(at))
  const content = textPdf(['Rekeningafschrift', 'Een document van de demo'])
  await client.query(
    `insert into bank_account_document (merchant_id, id, bank_account_id, created_at, name, content_type, size, sha256)
      values ($1, $2, $3, $4, 'rekeningafschrift.pdf', 'application/pdf', $5, encode(sha256($6), 'hex'))`,
    [merchant, id, account, at, content.length, content],
  )
  await client.query('insert into bank_account_file (merchant_id, document_id, content) values ($1, $2, $3)', [
    ...[merchant, id],
    sealBytes(masterKey, placeOfDocument({ merchant_id: merchant, id }), content),
  ])
}

async function addOwn(
  { client, random, masterKey, now }: House,
  name: string,
  holder: string,
  kind: 'CLIENT_MONEY' | 'OWN',
  number: number,
): Promise<void> {
  const id = random.id(now - 700 * day)
  const { iban, ...columns } = ibanColumns(
    masterKey,
    { merchant: providerId, id },
    inventedIban(8_200_000 + number, 'PSPB'),
  )
  await client.query(
    `insert into provider_bank_account (id, created_at, name, holder, iban, iban_fingerprint, country_code, iban_end, bic,
      currency_code, kind, "default") values ($1, $2, $3, $4, $5, $6, $7, $8, 'PSPBNL2A', 'EUR', $9, true)`,
    [
      ...[id, new Date(now - 700 * day).toISOString(), name, holder, iban],
      ...[columns.iban_fingerprint, columns.country_code, columns.iban_end, kind],
    ],
  )
}
