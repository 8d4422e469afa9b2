import { decideBankEntryEndpoint, matchBankEntryEndpoint } from '@kontor/contract/payouts/entries/bank-entry.endpoints'
import type { BankEntry } from '@kontor/contract/payouts/entries/bank-entry.entity'
import { decidedStates, mayBe } from '@kontor/contract/payouts/entries/bank-entry.rules'
import {
  type Debt,
  decideBankEntrySchemas,
  matchBankEntrySchemas,
  type ReceiptCandidate,
  type UnpaidInvoice,
} from '@kontor/contract/payouts/entries/bank-entry.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceField, ChoicesField, LongTextField } from '../../platform/form/fields.tsx'
import { RecordForm, useFormValues, useRecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { likelyOwed } from './likely-owed.ts'

interface FormProps {
  row: BankEntry
  onClose: () => void
}

/** Says which files of processors an entry pays. */
export function MatchEntry({ row, candidates, onClose }: FormProps & { candidates: readonly ReceiptCandidate[] }) {
  const { t } = useTranslation()
  const likely = candidates.filter(({ is_named, is_decided }) => is_named && is_decided).map(({ file }) => file)
  return (
    <RecordForm
      endpoint={matchBankEntryEndpoint}
      body={matchBankEntrySchemas.body}
      params={{ id: row.id }}
      title={t('bank_entries.match_title')}
      verb={t('bank_entries.match')}
      opened
      onClose={onClose}
      initial={{ files: likely, reason: '' }}
      onDone={() => notify({ color: 'green', message: t('bank_entries.matched') })}
    >
      <Files row={row} candidates={candidates.filter(({ is_decided }) => is_decided)} />
      <LongTextField name="reason" label={t('bank_entries.reason')} maxLength={500} />
    </RecordForm>
  )
}

function Files({ row, candidates }: { row: BankEntry; candidates: readonly ReceiptCandidate[] }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { form } = useRecordForm()
  const chosen = Array.isArray(form.values['files']) ? form.values['files'] : []
  const sum = candidates.reduce((all, { file, net }) => (chosen.includes(file) ? all + BigInt(net) : all), 0n)
  const rest = BigInt(row.amount) - sum
  const textOf = (file: string) => {
    const found = candidates.find((each) => each.file === file)
    return found
      ? `${found.batch ?? found.file_name} · ${money(found.net, row.currency_code)} · ${found.processor_settlement_name} · ${found.merchant_name}`
      : file
  }
  return (
    <>
      <Text size="sm">{t('bank_entries.match_text', { amount: money(row.amount, row.currency_code) })}</Text>
      <ChoicesField
        name="files"
        label={t('bank_entries.files')}
        choices={candidates.map(({ file }) => file)}
        textOf={textOf}
      />
      {chosen.length > 0 && rest !== 0n && (
        <Text size="sm" c="dimmed">
          {t('bank_entries.rest', { rest: money(String(rest), row.currency_code) })}
        </Text>
      )}
    </>
  )
}

/** Here, what a merchant pays is two choices: each has a field of its own for what is paid. */
const choices = decidedStates.flatMap((state) => (state === 'DEBT' ? ([state, 'INVOICE'] as const) : [state]))
const stateOf = (choice: (typeof choices)[number]) => (choice === 'INVOICE' ? 'DEBT' : choice)

interface Owed {
  debts: readonly Debt[]
  invoices: readonly UnpaidInvoice[]
}

/** Says what an entry is that pays nothing of a processor. */
export function DecideEntry({ row, debts, invoices, onClose }: FormProps & Owed) {
  const { t } = useTranslation()
  const likely = likelyOwed(row.amount, debts, invoices)
  const isThere = {
    ...{ OWN_MONEY: true, BANK_COST: true, ELSEWHERE: true },
    ...{ DEBT: debts.length > 0, INVOICE: invoices.length > 0 },
  }
  return (
    <RecordForm
      endpoint={decideBankEntryEndpoint}
      body={decideBankEntrySchemas.body}
      params={{ id: row.id }}
      title={t('bank_entries.decide_title')}
      verb={t('bank_entries.decide_verb')}
      opened
      onClose={onClose}
      initial={{
        ...{ state: likely.invoice ? 'INVOICE' : likely.debt ? 'DEBT' : '', reason: '' },
        ...{ settlement: likely.debt?.settlement ?? '', invoice: likely.invoice?.invoice ?? '' },
      }}
      bodyOf={({ settlement, invoice, ...rest }) => {
        if (rest['state'] === 'INVOICE') return { ...rest, state: 'DEBT', invoice }
        return rest['state'] === 'DEBT' ? { ...rest, settlement } : rest
      }}
      onDone={() => notify({ color: 'green', message: t('bank_entries.decided') })}
    >
      <ChoiceField
        name="state"
        label={t('bank_entries.what')}
        choices={choices.filter((each) => mayBe(stateOf(each), row) && isThere[each])}
        textOf={(each) => t(`bank_entries.choice.${each}`)}
        autoFocus
      />
      <WhatIsPaid row={row} debts={debts} invoices={invoices} />
      <LongTextField name="reason" label={t('bank_entries.reason')} maxLength={500} />
    </RecordForm>
  )
}

/** The settlement whose debt is paid, or the invoice. */
function WhatIsPaid({ row, debts, invoices }: Owed & { row: BankEntry }) {
  const { t } = useTranslation()
  const money = useMoney()
  const words = (of: { merchant_name: string; number: string } | undefined, amount = '0') =>
    of ? `${of.merchant_name} · ${of.number} · ${money(amount, row.currency_code)}` : ''
  const { state } = useFormValues()
  if (state === 'DEBT')
    return (
      <ChoiceField
        name="settlement"
        label={t('bank_entries.which_debt')}
        choices={debts.map(({ settlement }) => settlement)}
        textOf={(id) => {
          const found = debts.find(({ settlement }) => settlement === id)
          return words(found, found?.owed)
        }}
        isRequired
      />
    )
  if (state === 'INVOICE')
    return (
      <ChoiceField
        name="invoice"
        label={t('bank_entries.which_invoice')}
        choices={invoices.map(({ invoice }) => invoice)}
        textOf={(id) => {
          const found = invoices.find(({ invoice }) => invoice === id)
          return words(found, found?.outstanding)
        }}
        isRequired
      />
    )
  return null
}
