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

/** Says what an entry is that pays nothing of a processor. */
export function DecideEntry({ row, debts, invoices, onClose }: FormProps & Owed) {
  const { t } = useTranslation()
  const isInvoice = (id: unknown) => invoices.some(({ invoice }) => invoice === id)
  const owed = debts.length + invoices.length > 0
  return (
    <RecordForm
      endpoint={decideBankEntryEndpoint}
      body={decideBankEntrySchemas.body}
      params={{ id: row.id }}
      title={t('bank_entries.decide_title')}
      verb={t('bank_entries.decide_verb')}
      opened
      onClose={onClose}
      initial={{ state: '', settlement: invoices[0]?.invoice ?? debts[0]?.settlement ?? '', reason: '' }}
      bodyOf={({ settlement: of, ...rest }) =>
        rest['state'] === 'DEBT' ? { ...rest, ...(isInvoice(of) ? { invoice: of } : { settlement: of }) } : rest
      }
      onDone={() => notify({ color: 'green', message: t('bank_entries.decided') })}
    >
      <ChoiceField
        name="state"
        label={t('bank_entries.what')}
        choices={decidedStates.filter((each) => mayBe(each, row) && (each !== 'DEBT' || owed))}
        textOf={(each) => t(`bank_entries.choice.${each}`)}
        autoFocus
      />
      <WhoseDebt row={row} debts={debts} invoices={invoices} />
      <LongTextField name="reason" label={t('bank_entries.reason')} maxLength={500} />
    </RecordForm>
  )
}

interface Owed {
  debts: readonly Debt[]
  invoices: readonly UnpaidInvoice[]
}

/** The settlement whose debt is paid, or the invoice. */
function WhoseDebt({ row, debts, invoices }: Owed & { row: BankEntry }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (useFormValues()['state'] !== 'DEBT') return null
  const textOf = (id: string) => {
    const asked = invoices.find(({ invoice }) => invoice === id)
    if (asked)
      return `${asked.merchant_name} · ${t('bank_entries.invoice', { number: asked.number })} · ${money(asked.outstanding, row.currency_code)}`
    const found = debts.find(({ settlement }) => settlement === id)
    return found ? `${found.merchant_name} · ${found.number} · ${money(found.owed, row.currency_code)}` : id
  }
  return (
    <ChoiceField
      name="settlement"
      label={t('bank_entries.whose_debt')}
      choices={[...invoices.map(({ invoice }) => invoice), ...debts.map(({ settlement }) => settlement)]}
      textOf={textOf}
      isRequired
    />
  )
}
