import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { customerStatuses } from '@kontor/contract/customers/customer.rules'
import { customerEventKinds } from '@kontor/contract/customers/customer-reads.schemas'
import { chargebackStatuses } from '@kontor/contract/disputes/chargeback.rules'
import { entities } from '@kontor/contract/entities'
import { passwordRules } from '@kontor/contract/identity/session'
import { signInEventKinds, signInMethods } from '@kontor/contract/identity/sign-in-event.rules'
import { refundStatuses } from '@kontor/contract/payments/refund.rules'
import { cardBrands, kindsOfProducts } from '@kontor/contract/payments/transaction.rules'
import { dimensionValues, passedCostsOfLines, priceEvents } from '@kontor/contract/pricing/price.rules'
import { schemeEntities } from '@kontor/contract/pricing/scheme.entity'
import { partnerShares } from '@kontor/contract/pricing/scheme.rules'
import { refusals } from '@kontor/contract/refusal'
import { listedEntities } from '@kontor/contract/reports/reported-entity'
import { settlementTransfer } from '@kontor/contract/settlements/settlement-transfer.entity'
import { knownCodes } from '@kontor/contract/statuses/status-reasons'
import { tagColors } from '@kontor/contract/tags/tag.rules'
import { terminalStatuses } from '@kontor/contract/terminals/terminal.entity'
import { terminalEventKinds } from '@kontor/contract/terminals/terminal.schemas'
import { describe, expect, it } from 'vitest'
import { reasons } from '../../test/reasons.ts'
import { specifiedTexts } from '../../test/specified-texts.ts'
import { isUsed, usedTexts } from '../../test/used-texts.ts'
import { groupsOf, merchantNavigation, navigationItems, pspNavigation } from '../app/screens.ts'

type Texts = { [key: string]: string | Texts }

const read = (language: string, file: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../public/locales/${language}/${file}.json`), 'utf8'))

const flat = (texts: Texts, before = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value]] : Object.entries(flat(value, `${before}${key}.`)),
    ),
  )

const codes = Object.entries(knownCodes).flatMap(([name, of]) => of.map((code) => `${name}.${code}`))

const placeholders = (text = '') => [...text.matchAll(/{{\w+}}/g)].map(String).sort()

describe.each(['main', 'fields', 'checkout'])('the file %s', (file) => {
  const nl = flat(read('nl', file))
  const en = flat(read('en-US', file))

  it('has the same texts in both languages', () => {
    expect(Object.keys(nl).sort()).toEqual(Object.keys(en).sort())
  })

  it('has the same placeholders in both languages, and no empty text', () => {
    for (const [key, text] of Object.entries(nl)) {
      expect(text, key).not.toBe('')
      expect(placeholders(en[key]), key).toEqual(placeholders(text))
    }
  })
})

it('speaks to a Dutch reader as "je", on screens and in mails alike', () => {
  const server = join(import.meta.dirname, '../../../server/src')
  const mails = globSync('**/{texts,*.texts,*-mail}.ts', { cwd: server })
  expect(mails.length).toBeGreaterThan(3)
  const said = [
    ...['main', 'fields', 'checkout'].flatMap((file) => Object.values(flat(read('nl', file)))),
    ...mails.flatMap((file) => readFileSync(join(server, file), 'utf8').split('\n')),
  ]
  // Finds "Uw" as a word and "u" between words, but not names of units or variables.
  expect(said.filter((text) => /\b[Uu]w\b|(^|[a-z,:'`] )[Uu] [a-z]/.test(text))).toEqual([])
})

it('says of a thing neither "haar" nor "Leeg:" in Dutch, and writes American English, but for organisations', () => {
  const keyed = (language: string) =>
    ['main', 'fields', 'checkout'].flatMap((file) =>
      Object.entries(flat(read(language, file))).map(
        ([key, text]) => [file === 'main' ? key : `${file}:${key}`, text] as const,
      ),
    )
  const of = (language: string) => keyed(language).map(([, text]) => text)
  expect(of('nl').filter((text) => /\b[Hh]aar\b|\bLeeg: /.test(text))).toEqual([])
  // The specification has its own spelling where it fixes a text, and organisations have that everywhere.
  const specified = new Set(specifiedTexts.flatMap(([, , ...keys]) => keys))
  expect(of('en-US').filter((text) => /organization/i.test(text))).toEqual([])
  const free = keyed('en-US').flatMap(([key, text]) => (specified.has(key) ? [] : [text]))
  // A placeholder and a code are no words.
  const words = free.map((text) => text.replaceAll(/{{\w+}}|\b[A-Z_]{3,}\b/g, ''))
  const british = /\b(cancell(ed|ing)|programmes?|colours?|favourites?|behaviour|licence|recognise|authorise)\b/i
  expect(words.filter((text) => british.test(text))).toEqual([])
})

describe('no text is without use', () => {
  it.each([
    ['main', '!(pay)/**/*.{ts,tsx}'],
    ['checkout', 'pay/**/*.ts'],
  ])('in the file %s', (file, sources) => {
    const used = usedTexts(sources)
    expect(Object.keys(flat(read('nl', file))).filter((key) => !isUsed(used, key))).toEqual([])
  })

  it('in the file fields, where a text names an entity, a field or a value of the contract, or stands in a source', () => {
    const used = usedTexts('!(pay)/**/*.{ts,tsx}')
    const ofContract = new Set(
      // Transfers are read below their settlement, and are no entity of their own.
      [...listedEntities, settlementTransfer].flatMap(({ name: entity, fields }) => [
        ...[`entity.${entity}`, `entities.${entity}`],
        ...Object.entries(fields).flatMap(([name, field]) => [
          ...[name, `${entity}.${name}`],
          ...[...(field.choices ?? []), ...Object.keys(field.ranges ?? {})].map((choice) => `${name}.${choice}`),
        ]),
      ]),
    )
    for (const key of codes) ofContract.add(key)
    // The trail of changes names secrets, and what others did with an account.
    for (const secret of [
      ...['api_key.secret_hash', 'processor.notification_key'],
      ...['middleware.secret_version', 'middleware.secret_changed_at'],
    ])
      ofContract.add(secret)
    for (const column of ['mfa_type', 'sessions_ended_at', 'password_mailed_at', 'role']) ofContract.add(column)
    for (const column of ['user.active', 'psp_user.active']) ofContract.add(column)
    // It also has columns that no field has; the server's test of the trail asks for their texts.
    const ofTrail = [
      ...['merchant.client', 'payment_profile.position', 'bank_account.content_type', 'one_off.needs_another'],
      ...['user', 'psp_user'].flatMap((who) =>
        ['locked_at', 'password_changed_at', 'mfa_reset_at', 'mfa_reset_reason'].map((column) => `${who}.${column}`),
      ),
      ...['payment_order.provider_bank_account', 'subscription.agreement', 'bank_account.iban_end'],
      ...[
        'psp_bank_account.iban_end',
        'contradiction.about',
        'transaction_created_at',
        'covers',
        'import.date_order',
        'import.decimal_sign',
      ],
      ...[
        'remarks',
        'held_with_profile',
        'paid_by_hand_from',
        'mailed_again_at',
        'sold_per_euro',
        'bought_per_euro',
      ].map((of) => `psp_settlement.${of}`),
    ]
    for (const key of ofTrail) ofContract.add(key)
    // It also has the parts of a scheme.
    const columns = [
      ...[
        'scheme',
        'event',
        'fixed',
        'ppm',
        'position',
        'product',
        'domestic',
        'amount_from',
        'amount_until',
        'tier_from',
        'tier_until',
        'maximum',
      ],
      ...['interchange_fixed', 'interchange_ppm', 'scheme_fees_fixed', 'scheme_fees_ppm', 'passes_on'],
      ...['text_nl', 'text_en'],
      ...['share_of', 'revision', 'author_ids', 'submitted_by', 'submitted_at', 'activated_by', 'activated_at'],
      ...Object.values(schemeEntities).flatMap(({ name }) =>
        ['holder', 'region', 'minimum'].map((column) => `${name}.${column}`),
      ),
    ]
    const values = {
      event: priceEvents,
      share_of: partnerShares,
      type: Object.keys(schemeEntities),
      passes_on: passedCostsOfLines,
      ...dimensionValues,
    }
    for (const column of columns) ofContract.add(column)
    for (const [column, each] of Object.entries(values)) for (const value of each) ofContract.add(`${column}.${value}`)
    // Statistics also group by card type and card brand, which are not choices of a field.
    for (const type of ['credit', 'debit', ...Object.values(kindsOfProducts), ...cardBrands])
      ofContract.add(`payment_product_type.${type}`)
    const isFieldUsed = (key: string) => {
      const [entity = '', name = ''] = key.split('.')
      return (
        ofContract.has(key) ||
        isUsed(used, key) ||
        (entities.some((each) => each.name === entity) && used.names.has(name))
      )
    }
    expect(Object.keys(flat(read('nl', 'fields'))).filter((key) => !isFieldUsed(key))).toEqual([])
  })
})

describe.each(['nl', 'en-US'])('%s', (language) => {
  const main = flat(read(language, 'main'))
  const fields = flat(read(language, 'fields'))

  it('names every entity, every field and every choice', () => {
    for (const entity of listedEntities) {
      expect(fields).toHaveProperty([`entity.${entity.name}`])
      expect(fields).toHaveProperty([`entities.${entity.name}`])
      for (const [name, field] of Object.entries(entity.fields)) {
        expect(fields[`${entity.name}.${name}`] ?? fields[name], `${entity.name}.${name}`).toBeTypeOf('string')
        // Roles are said by describeRole.
        for (const choice of name === 'roles' ? [] : [...(field.choices ?? []), ...Object.keys(field.ranges ?? {})])
          expect(fields).toHaveProperty([`${name}.${choice}`])
      }
    }
  })

  it('says every reason of a status and of a chargeback in words', () => {
    for (const key of codes) expect(fields).toHaveProperty([key])
  })

  it('names every colour of a tag', () => {
    for (const color of Object.keys(tagColors)) expect(main).toHaveProperty([`color.${color}`])
  })

  it('names every status', () => {
    for (const status of [...refundStatuses, ...chargebackStatuses, ...customerStatuses, ...terminalStatuses])
      expect(fields).toHaveProperty([`status.${status}`])
  })

  it('has a sentence for every refusal, and for a server that cannot be reached', () => {
    for (const code of ['network', ...Object.keys(refusals)]) expect(main).toHaveProperty([`errors.${code}`])
  })

  it('names every screen of the navigation, every kind of event and every means of signing in', () => {
    for (const { label } of navigationItems) {
      expect(main).toHaveProperty([`nav.${label}.label`])
      expect(main).toHaveProperty([`nav.${label}.description`])
    }
    const sections = [...merchantNavigation, ...pspNavigation]
    for (const { label } of sections) if (label) expect(main).toHaveProperty([`nav.section.${label}`])
    for (const { label } of groupsOf(sections)) expect(main).toHaveProperty([`nav.group.${label}`])
    for (const kind of signInEventKinds) expect(main).toHaveProperty([`sign_in_event.${kind}`])
    for (const kind of customerEventKinds) expect(main).toHaveProperty([`customers.event.${kind}`])
    for (const kind of terminalEventKinds) expect(main).toHaveProperty([`terminals.event.${kind}`])
    for (const method of signInMethods) expect(main).toHaveProperty([`sign_in_method.${method}`])
  })

  it('has a sentence for every reason that a field is refused for, and for every rule of a password', () => {
    const given = reasons()
    expect(given.length).toBeGreaterThan(30)
    const untold = given.filter((each) => !main[`form_validation.${each}`] && !main[`password_rule.${each}`])
    expect(untold).toEqual([])
    for (const rule of Object.keys(passwordRules)) expect(main).toHaveProperty([`password_rule.${rule}`])
  })
})
