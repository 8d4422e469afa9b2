import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  decideBankEntryEndpoint,
  getReceiptsEndpoint,
  matchBankEntryEndpoint,
} from '@kontor/contract/payouts/entries/bank-entry.endpoints'
import { type BankEntry, bankEntry } from '@kontor/contract/payouts/entries/bank-entry.entity'
import { Text } from '@mantine/core'
import { IconChecks, IconLink } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../../platform/api/reading.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { Day } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { FieldList } from '../../ui/field-list.tsx'

const forms = () => import('./bank-entry.form.tsx')
const MatchEntry = lazy(() => forms().then((module) => ({ default: module.MatchEntry })))
const DecideEntry = lazy(() => forms().then((module) => ({ default: module.DecideEntry })))

type Receipts = ReplyOf<typeof getReceiptsEndpoint>

const populate = ['psp_bank_account', 'invoice'] as const
const shown = [
  ...(['psp_bank_account', 'counterparty', 'remittance', 'end_to_end', 'bank_reference', 'return_reason'] as const),
  ...(['settlement', 'invoice', 'decided_by', 'decided_at', 'reason', 'id'] as const),
]

/** What ISO 20022 has in place of a reference that nobody gave. */
const none = 'NOTPROVIDED'

/** What the bank booked: what it is, or why nobody knows yet and what it may be. */
export default function BankEntryPanel({ id }: { id: string }) {
  const labels = useLabels()
  const money = useMoney()
  const { data: row, error, refetch } = useRow(bankEntry, id, { populate })
  const { data: receipts } = useRead(getReceiptsEndpoint, { params: { id } })
  if (!row) return <NotYet error={error} refetch={refetch} rows={10} />
  return (
    <>
      <TitledHead
        isLarge
        title={money(row.amount, row.currency_code)}
        tags={<Cell entity={bankEntry} name="state" row={row} />}
        actions={row.state === 'UNMATCHED' && receipts && <Actions row={row} receipts={receipts} />}
      >
        <span>
          {labels.field(bankEntry, 'booked_on')} <Day value={row.booked_on} />
        </span>
      </TitledHead>
      {receipts && <Said row={row} receipts={receipts} />}
      <FieldList
        fields={shown.map(
          (name) =>
            [
              labels.field(bankEntry, name),
              row[name] === null || row[name] === none ? null : (
                <Cell key={name} entity={bankEntry} name={name} row={row} />
              ),
            ] as const,
        )}
      />
    </>
  )
}

/** Why it is open, or which files it pays. */
function Said({ row, receipts: { open_because, received } }: { row: BankEntry; receipts: Receipts }) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <>
      {open_because && (
        <Text size="sm" my="sm">
          {t(`bank_entries.because.${open_because}`)}
        </Text>
      )}
      {received.map((each) => (
        <Text key={each.file} size="sm" my="sm">
          {money(each.amount, row.currency_code)} ·{' '}
          <AnchorLink to={`/psp/processor-settlements/${each.processor_settlement}`}>
            {each.processor_settlement_name}
          </AnchorLink>{' '}
          · {each.merchant_name} · {each.batch ?? each.file_name}
        </Text>
      ))}
    </>
  )
}

function Actions({ row, receipts }: { row: BankEntry; receipts: Receipts }) {
  const { t } = useTranslation()
  const wasDeciding = useHasDraft(draftName(decideBankEntryEndpoint, row.id))
  const [open, setOpen] = useState<'match' | 'decide' | undefined>(wasDeciding ? 'decide' : undefined)
  const close = () => setOpen(undefined)
  return (
    <ActionBar>
      {receipts.candidates.some(({ is_decided }) => is_decided) && (
        <IfMay do={matchBankEntryEndpoint}>
          <ActionButton icon={IconLink} label={t('bank_entries.match')} isPrimary onClick={() => setOpen('match')} />
        </IfMay>
      )}
      <IfMay do={decideBankEntryEndpoint}>
        <ActionButton icon={IconChecks} label={t('bank_entries.decide')} onClick={() => setOpen('decide')} />
      </IfMay>
      <Suspense fallback={null}>
        {open === 'match' && <MatchEntry row={row} candidates={receipts.candidates} onClose={close} />}
        {open === 'decide' && (
          <DecideEntry row={row} debts={receipts.debts} invoices={receipts.invoices} onClose={close} />
        )}
      </Suspense>
    </ActionBar>
  )
}
