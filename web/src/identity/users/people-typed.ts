import { emailAddress } from '@kontor/contract/identity/session'

/** A person as somebody types or pastes them: an address, or a name with the address in angle brackets. */
export interface TypedPerson {
  email: string
  name?: string
}

/** The people of a text, one per line or between commas or semicolons, each address once. */
export function peopleTyped(text: string): TypedPerson[] {
  const people = text
    .split(/[\n,;]+/)
    .map((each) => each.trim())
    .filter(Boolean)
    .map(personTyped)
  return people.filter(({ email }, index) => people.findIndex((other) => isSame(other.email, email)) === index)
}

function personTyped(text: string): TypedPerson {
  const [, name = '', email = ''] = /^"?([^"<]*)"?\s*<([^>]*)>$/.exec(text) ?? []
  if (!email) return { email: text }
  return { email: email.trim(), ...(name.trim() ? { name: name.trim() } : {}) }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The first of the typed addresses that is none; undefined without one. */
export const wrongAddressIn = (text: string): string | undefined =>
  peopleTyped(text).find(({ email }) => !emailAddress.safeParse(email).success)?.email
