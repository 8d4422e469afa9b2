import { sql } from 'kysely'

/** An IBAN as people see it, `NL•• •••• 4300`: enough to recognize an account, and too little to use it. */
export const maskedIban = (table: string) =>
  sql<string>`${sql.ref(`${table}.country_code`)} || '•• •••• ' || ${sql.ref(`${table}.iban_end`)}`
