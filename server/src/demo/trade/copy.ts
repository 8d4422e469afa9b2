import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** The columns of the loaded tables, in an order that satisfies the foreign keys. */
const columns = {
  merchant: 'id, name, active, country_code, time_zone, language, created_at, base_currency, mcc',
  organisation: 'merchant_id, id, parent_id, name, email, phone, country_code, depth, created_at',
  platform_user: 'id, merchant_id, organisation_id, email, name, password_hash, language, created_at',
  role_grant: 'user_id, role, granted_at',
  processor: 'merchant_id, id, organisation_id, name, gateway, payment_product, url, credential, created_at, account',
  payment_profile:
    'merchant_id, id, organisation_id, name, display_name, website, description, currency_code, created_at, mcc',
  payment_profile_processor: 'merchant_id, payment_profile_id, processor_id, position',
  tag: 'merchant_id, id, organisation_id, text, color, created_at',
  customer:
    'merchant_id, id, organisation_id, reference, email_address, first_name, last_name, city, postal_code, country_code, phone_number, status, created_at, title, initials, gender, street_address, house_number, house_number_suffix, date_of_birth, social_security_number, region',
  card: 'merchant_id, id, customer_id, processor_id, token, brand, bin, last_four, expiry_month, expiry_year, created_at, issuer_country, funding, holder',
  terminal:
    'merchant_id, id, organisation_id, payment_profile_id, name, terminal_id, model, serial_number, software_version, status, created_at',
  transaction:
    'merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, customer_id, card_id, amount, currency_code, captured_amount, refund_reserved, status, status_reason, visited, last_status_update, blocked, tagged, merchant_reference, payment_product, payment_product_type, recurring_type, country_code, platform, browser, processor_id_external, card_brand, card_bin, card_last_four, terminal_id, three_d_secure, challenged, card_issuer_country, card_funding, card_holder, channel',
  payment_attempt:
    'merchant_id, transaction_created_at, transaction_id, id, attempt, processor_id, state, reason, began_at, ended_at',
  decision:
    'merchant_id, transaction_created_at, transaction_id, via, processor_id, routing_id, routing_version, path, facts, three_d_secure',
  validation_ruleset_hit:
    'merchant_id, transaction_created_at, transaction_id, ruleset_id, version, name, action, tag_id',
  transaction_tag: 'merchant_id, transaction_created_at, transaction_id, tag_id, created_at',
  refund:
    'merchant_id, created_at, id, organisation_id, transaction_created_at, transaction_id, processor_id, amount, reason, status, status_reason, last_status_update, processor_id_external, created_by',
  chargeback:
    'merchant_id, created_at, id, organisation_id, transaction_created_at, transaction_id, processor_id, amount, reason, reason_code, status, last_status_update, respond_by, processor_id_external, answer, answered_at, answered_by, explanation',
  chargeback_evidence:
    'merchant_id, id, chargeback_created_at, chargeback_id, position, name, content_type, content, created_at, created_by',
  scheduled_transaction:
    'merchant_id, created_at, id, organisation_id, payment_profile_id, customer_id, card_id, amount, currency_code, merchant_reference, due_at, retry_policy, status, status_reason, last_status_update, attempts, next_attempt_at, created_by',
  scheduled_attempt:
    'merchant_id, scheduled_created_at, scheduled_id, attempt, transaction_created_at, transaction_id, status, reason, started_at, ended_at',
  transaction_event:
    'merchant_id, transaction_created_at, transaction_id, at, entity, subject_id, from_status, to_status, amount, reason, actor_kind, actor_id, actor_name',
} as const

export type LoadedTable = keyof typeof columns
export type Value = string | number | boolean | null

export const loadedTables = Object.keys(columns) as LoadedTable[]

/** Collects rows and sends them by COPY, the fastest way into PostgreSQL. */
export class Loader {
  readonly #client: Client
  readonly #lines = new Map<LoadedTable, string[]>(loadedTables.map((table) => [table, []]))
  #sending = Promise.resolve()
  readonly counts = new Map<LoadedTable, number>()

  constructor(client: Client) {
    this.#client = client
  }

  add(table: LoadedTable, values: readonly Value[]): void {
    let line = ''
    for (const value of values) line += `${line === '' ? '' : '\t'}${encoded(value)}`
    this.#lines.get(table)?.push(line)
    this.counts.set(table, (this.counts.get(table) ?? 0) + 1)
  }

  /** Sends the collected rows while the next ones are made; waits only for the previous portion. */
  async flush(): Promise<void> {
    const texts: [LoadedTable, string][] = []
    for (const [table, lines] of this.#lines) {
      if (lines.length > 0) texts.push([table, `${lines.join('\n')}\n`])
      lines.length = 0
    }
    await this.#sending
    this.#sending = this.#sendAll(texts)
    // The next flush reports a failure of this one; until then it must not count as unhandled.
    this.#sending.catch(() => {})
  }

  async finish(): Promise<void> {
    await this.flush()
    await this.#sending
  }

  async #sendAll(texts: readonly [LoadedTable, string][]): Promise<void> {
    // The plans for checks of foreign keys were made when the tables were empty.
    await this.#client.query('discard plans')
    for (const [table, text] of texts) await this.#send(table, text)
  }

  #send(table: LoadedTable, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const stream = this.#client.query(copyFrom(`copy ${table} (${columns[table]}) from stdin`))
      stream.once('finish', resolve)
      stream.once('error', reject)
      stream.end(text)
    })
  }
}

function encoded(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? 't' : 'f') : String(value)
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value
}
