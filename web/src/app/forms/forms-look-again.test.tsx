import { pspBankAccount } from '@kontor/contract/bank-accounts/psp-bank-account.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import { validationRuleset } from '@kontor/contract/decisions/rulesets/validation-ruleset.entity'
import type { Entity } from '@kontor/contract/entity'
import { pricePackage } from '@kontor/contract/packages/package.entity'
import { reserveScheme, revenueScheme } from '@kontor/contract/pricing/scheme.entity'
import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { oneOff } from '@kontor/contract/settlements/one-offs/one-off.entity'
import { settlementProfile } from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import { settlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { subscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { plan } from '@kontor/contract/subscriptions/plan.entity'
import { tag } from '@kontor/contract/tags/tag.entity'
import { terminal } from '@kontor/contract/terminals/terminal.entity'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { id, type Sample, sampleOf } from '../../../test/sample-row.ts'
import { stage } from '../../../test/stage.tsx'
import { EditPspBankAccount } from '../../bank-accounts/provider/psp-bank-account.form.tsx'
import { EditCustomer } from '../../customers/customer.form.tsx'
import { EditRuleset } from '../../decisions/rulesets/ruleset.form.tsx'
import { EditPackage } from '../../packages/package.form.tsx'
import { VersionForm } from '../../pricing/editor/version.form.tsx'
import { EditScheme } from '../../pricing/scheme.form.tsx'
import { EditSapMapping } from '../../sap/sap-mapping.form.tsx'
import { EditScheduled } from '../../scheduled/scheduled.form.tsx'
import { ParticularsForm } from '../../settlements/invoices/particulars.form.tsx'
import { OneOffForm } from '../../settlements/one-offs/one-off.form.tsx'
import { EditSettlementProfile } from '../../settlements/profiles/settlement-profile.form.tsx'
import { EditSettlementSchedule } from '../../settlements/schedules/settlement-schedule.form.tsx'
import { DiscountForm } from '../../subscriptions/discount.form.tsx'
import { PlanForm } from '../../subscriptions/plan.form.tsx'
import { EditTag } from '../../tags/tag.form.tsx'
import { EditTerminal } from '../../terminals/terminal.form.tsx'

const { server, show } = stage()
const onClose = () => {}
/** The first drawing of a form takes long on a machine that does other things. */
const slowly = { timeout: 10_000 }
interface Form {
  /** The end of the address where the form looks. */
  at: string
  row: Sample
  /** The field of which somebody else changed the value. */
  field: string
  label: RegExp
  form: (row: never) => ReactNode
  answerOf?: (row: Sample) => unknown
}

const of = (entity: Entity, field: string, label: RegExp, form: Form['form'], others: Sample = {}): [string, Form] => [
  entity.name,
  { at: `/v1/${entity.resource}/${id}`, row: { ...sampleOf(entity), ...others }, field, label, form },
]
const particulars = {
  legal_name: 'Before',
  address: 'Street 1',
  postal_code: '1000 AA',
  locality: 'City',
  chamber_of_commerce: '12345678',
  vat_number: 'NL123456789B01',
  country_code: 'NL',
}
const mapping = {
  ...{ id, event: 'capture', merchant: null, merchant_name: null, currency_code: null },
  ...{ debit_account: '1000', credit_account: '2000', cost_center: null, tax_code: null },
}

const forms: [string, Form][] = [
  of(pspBankAccount, 'name', /^Name/, (row) => <EditPspBankAccount {...{ row, onClose }} />),
  of(customer, 'first_name', /^First name/, (row) => <EditCustomer {...{ row, onClose }} />, {
    ...{ email_address: 'eva@example.com', gender: null, country_code: 'NL' },
  }),
  of(pricePackage, 'name', /^Name/, (row) => <EditPackage {...{ row, onClose }} />),
  of(revenueScheme, 'name', /^Name/, (row) => <EditScheme type="REVENUE" {...{ row, onClose }} />),
  of(scheduledTransaction, 'merchant_reference', /^(Merchant )?[Rr]eference/, (row) => (
    <EditScheduled {...{ row, onClose }} />
  )),
  of(oneOff, 'description_nl', /Dutch/, (row) => <OneOffForm of={row} opened onClose={onClose} />, {
    ...{ kind: 'CORRECTION', amount: -1500, repeat: 'NONE', repeat_until: null, transaction: null },
  }),
  of(settlementProfile, 'name', /^Name/, (row) => <EditSettlementProfile {...{ row, onClose }} />, {
    webhook_url: null,
  }),
  of(settlementSchedule, 'name', /^Name/, (row) => <EditSettlementSchedule {...{ row, onClose }} />, {
    ...{ frequency: 'MANUAL', month_day: null },
  }),
  of(subscriptionDiscount, 'name', /^Name/, (row) => <DiscountForm of={row} opened onClose={onClose} />),
  of(plan, 'name', /^Name/, (row) => <PlanForm of={row} opened onClose={onClose} />, {
    ...{ redirect_url: null, webhook_subscription_update: null, email_subscription_update: null },
  }),
  of(tag, 'text', /^Tag/, (row) => <EditTag {...{ row, onClose }} />, { color: '#123456' }),
  of(terminal, 'name', /^Name/, (row) => <EditTerminal {...{ row, onClose }} />),
  [
    'invoice particulars',
    {
      ...{ at: '/psp/invoiceparticulars', row: particulars, field: 'legal_name', label: /^(Legal )?[Nn]ame/ },
      form: (row) => <ParticularsForm of={row} onClose={onClose} />,
    },
  ],
  [
    'sap mapping',
    {
      ...{ at: '/v1/psp/sapmapping', row: mapping, field: 'debit_account', label: /^Account to debit/ },
      form: (row) => <EditSapMapping {...{ row, onClose }} />,
      answerOf: (row) => [row],
    },
  ],
]

let answers: Record<string, unknown>
const sent = () =>
  server.mock.calls.flatMap(([, { method, body }]) => (method === 'POST' ? [JSON.parse(String(body))] : []))
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => {
  answers = {}
  server.mockImplementation(async (address, { method }) => {
    const { pathname } = new URL(address, 'http://localhost')
    const [, answer] = Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? []
    return Response.json(method === 'POST' ? { id } : (answer ?? (pathname.endsWith(id) ? { id, name: 'Other' } : [])))
  })
})

describe('what somebody else saved meanwhile', () => {
  it.each(forms)(
    'is said once before the form of a %s undoes it',
    async (_, { at, row, field, label, form, ...of }) => {
      const answer = (value: unknown) => (of.answerOf ?? ((each) => each))({ ...row, [field]: value })
      answers = { [at]: answer(row[field]) }
      show(form(row as never), { psp: true, roles: ['PSP_ALL'] })
      const input = await screen.findByLabelText(label, undefined, slowly)
      fireEvent.change(input, { target: { value: '3000' } })
      answers = { [at]: answer('4000') }
      save()
      expect(await screen.findByText(/changed meanwhile|changed to “4000” meanwhile/, undefined, slowly)).toBeTruthy()
      expect(sent()).toEqual([])
      save()
      await waitFor(() => expect(sent()).toMatchObject([{ [field]: '3000' }]))
    },
  )

  it('is said of the side of a one-off too, which is a part of its amount', async () => {
    const [, { at, row, form }] = forms.find(([name]) => name === oneOff.name) as [string, Form]
    answers = { [at]: { ...row, amount: 1500 } }
    show(form(row as never), { psp: true, roles: ['PSP_ALL'] })
    fireEvent.change(await screen.findByLabelText(/^Amount/, undefined, slowly), { target: { value: '20' } })
    save()
    expect(await screen.findByText(/changed meanwhile/, undefined, slowly)).toBeTruthy()
    expect(sent()).toEqual([])
    save()
    await waitFor(() => expect(sent()).toMatchObject([{ amount: 2000 }]))
  })

  it('is shown in the field that nobody typed in, also of a percentage', async () => {
    const row = {
      ...sampleOf(subscriptionDiscount),
      in_use: false,
      type: 'percentage',
      amount: 0.1,
      minimum_amount: null,
    }
    answers = { [`/v1/subscriptiondiscount/${id}`]: { ...row, amount: 0.2 } }
    show(<DiscountForm of={row as never} opened onClose={onClose} />)
    fireEvent.change(await screen.findByLabelText(/^Name/, undefined, slowly), { target: { value: 'After' } })
    expect(screen.getByDisplayValue('10')).toBeTruthy()
    save()
    expect(await screen.findByDisplayValue('20', undefined, slowly)).toBeTruthy()
  })
})

describe('a form whose command refuses what was not seen', () => {
  const version = { id, number: 1, lines: [], hold_ppm: 0, hold_days: 3, hold_base: 'GROSS', hold_cap: null }
  it.each([
    [
      'ruleset',
      'version',
      /^Name/,
      (seen: number) => {
        const row = { ...sampleOf(validationRuleset), merchant: id, tag: null, payment_profile: null, rules: [] }
        return <EditRuleset row={{ ...row, action: 'block', version: seen } as never} onClose={onClose} />
      },
    ],
    [
      'version of prices',
      'revision',
      /^Hold \(%\)/,
      (seen: number) => (
        <VersionForm
          type="RESERVE"
          row={sampleOf(reserveScheme) as never}
          version={{ ...version, revision: seen } as never}
          onClose={onClose}
        />
      ),
    ],
  ] as const)('sends of a %s what its draft was typed over', async (_, name, label, form) => {
    const as = { psp: true, roles: ['PSP_ALL'] }
    show(form(2), as)
    fireEvent.change(await screen.findByLabelText(label, undefined, slowly), { target: { value: '7' } })
    cleanup()
    show(form(3), as)
    expect(await screen.findByDisplayValue('7', undefined, slowly)).toBeTruthy()
    save()
    await waitFor(() => expect(sent()).toMatchObject([{ [name]: 2 }]), slowly)
  })
})

describe('a form that changes what exists', () => {
  const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  /** The command refuses by itself what was not seen, or the form shows nothing that somebody else may have changed. */
  const others: Readonly<Record<string, string>> = {
    updateValidationRulesetEndpoint: 'it sends the version that was read',
    'saveSchemeVersionEndpoint[type]': 'it sends the revision that was read',
    setPaymentProfileProcessorsEndpoint: 'it sends the order that was read',
    setPaymentProfileMiddlewareEndpoint: 'it sends the order that was read',
    'setDefaultSchemeEndpoint[type]': 'it shows nothing of the default so far',
    changeEmailEndpoint: 'it shows nothing of the address so far',
    changePasswordEndpoint: 'it shows nothing of the password so far',
  }

  it('looks once more before it saves, or has another way', () => {
    const changing = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(/(?:<Record(?:Form|Page)|useRecord\(\{)[\s\S]*?(?:\n\s*>|\n\s*\}\)|>\n)/g)].flatMap(
        ([form]) => {
          const [, endpoint = ''] = /endpoint(?:=\{|: )([^},\n]*)/.exec(form) ?? []
          const isLooking = /\bpresent[=:]/.test(form) || (form.includes('{...shared}') && /\bpresent:/.test(source))
          return /\b(update|set|save|change)[A-Z]/.test(endpoint) ? [{ file, endpoint, isLooking }] : []
        },
      ),
    )
    expect(changing.length).toBeGreaterThan(40)
    const blind = changing.filter(({ endpoint, isLooking }) => !isLooking && !(endpoint in others))
    expect(blind).toEqual([])
  })
})
