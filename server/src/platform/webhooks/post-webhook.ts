import type { Reader } from '../db/database.ts'
import type { Sender } from '../outgoing/guarded-post.ts'
import { type Attempted, postSigned } from '../outgoing/post-signed.ts'
import { livingSecrets, signedByKey } from './secrets.ts'

interface Message {
  merchant: string
  id: string
  url: string
  body: string
}

/** Posts a message of a merchant, signed with the merchant's secrets and key. */
export async function postWebhook(
  db: Reader,
  sender: Sender,
  { merchant, ...message }: Message,
  masterKey: string,
): Promise<Attempted> {
  const at = new Date()
  const secrets = await livingSecrets(db, masterKey, merchant, at)
  const others = [signedByKey(masterKey, merchant, message.id, at, message.body)]
  return postSigned(sender, message, { at, secrets: secrets.map(({ secret }) => secret), others })
}
