import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import { derivationBytes } from '../../platform/secrets/key-ring.ts'
import type { Manifest } from '../../processors/manifest.ts'

/** How long an address is good. Nobody has to be quick: who opens the page of a link gets a new one. */
export const fieldsFor_ms = 2 * 60 * 60_000

const macBytes = 16

/** What the page of a gateway's card fields is told. All of it is public. */
export interface ShownFields {
  mode: ProcessorMode
  values: Record<string, string>
}

export interface FieldsAt {
  /** The origin of the card fields. */
  fieldsUrl: string
  masterKey: string
}

/**
 * The address of the page with a gateway's card fields. What the page is told is signed, so that nobody can make our origin
 * show the fields of an account that is none of ours. Undefined: the credential lacks a value that the page needs.
 */
export function fieldsAddress(
  { fieldsUrl, masterKey }: FieldsAt,
  manifest: Manifest,
  connection: { mode: ProcessorMode; credential: Record<string, string> },
  now: Date,
): string | undefined {
  const values: Record<string, string> = {}
  for (const name of manifest.card_fields?.public_fields ?? []) {
    const field = manifest.credential.find((each) => each.name === name)
    if (field?.secret !== false) throw new Error(`${manifest.name} would show ${name} to payers`)
    const value = connection.credential[name]
    if (value) values[name] = value
    else if (field.required) return undefined
  }
  const until = now.getTime() + fieldsFor_ms
  const said = Buffer.from(JSON.stringify([until, connection.mode, values])).toString('base64url')
  return `${fieldsUrl}/${manifest.name}?for=${said}.${macOf(masterKey, manifest.name, said).toString('base64url')}`
}

/** What an address says. `refused`: we did not make it, or not for this gateway. */
export function readFields(
  masterKey: string,
  gateway: string,
  signed: string,
  now: Date,
): ShownFields | 'refused' | 'expired' {
  const [said = '', mac = ''] = signed.split('.')
  const [theirs, ours] = [Buffer.from(mac, 'base64url'), macOf(masterKey, gateway, said)]
  if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) return 'refused'
  // The signature shows that fieldsAddress wrote it.
  const [until, mode, values] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
    number,
    ProcessorMode,
    Record<string, string>,
  ]
  return until < now.getTime() ? 'expired' : { mode, values }
}

function macOf(masterKey: string, gateway: string, said: string): Buffer {
  const key = hkdfSync('sha256', derivationBytes(masterKey), '', 'kontor card fields', 32)
  return createHmac('sha256', Buffer.from(key)).update(`${gateway}\n${said}`).digest().subarray(0, macBytes)
}
