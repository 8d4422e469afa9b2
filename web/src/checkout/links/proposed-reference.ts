import { engineNow } from '../../platform/api/server-time.ts'

/** Letters and digits that nobody confuses when they are read aloud or typed over. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A reference for a new link: the day, and four signs that tell the links of a day apart. */
export function proposedReference(): string {
  const day = engineNow().toISOString().slice(0, 10).replaceAll('-', '')
  const chosen = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => signs[byte % signs.length])
  return `${day}-${chosen.join('')}`
}
