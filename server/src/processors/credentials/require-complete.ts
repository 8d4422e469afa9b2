import { Refusal } from '@kontor/contract/refusal'
import { openedCredential } from '../connections.ts'
import type { CredentialField } from '../manifest.ts'
import type { KeptConnection } from './asked-connection.ts'
import { missingIn } from './credential-values.ts'

/** Refuses to put to use a connection whose credential lacks a value. */
export function requireComplete(masterKey: string, kept: KeptConnection, fields: readonly CredentialField[]): void {
  const values = openedCredential(masterKey, kept, kept.credential)
  if (missingIn(fields, kept.mode, values).length > 0) throw new Refusal('credential_incomplete')
}
