import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  addBankStatementEndpoint,
  listBankEntriesEndpoint,
  listBankStatementsEndpoint,
} from '@kontor/contract/payouts/payout.endpoints'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../platform/api/api-client.ts'
import { useRead } from '../platform/api/reading.ts'
import { useUpload } from '../platform/api/use-upload.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { notify } from '../platform/notify.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { Day } from '../platform/value/instant.tsx'
import { Money } from '../platform/value/money.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { useMay } from '../platform/viewer.ts'
import { ChooseFiles } from '../ui/choose-files.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { useKnownText } from '../ui/known-text.ts'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

type Statements = ReplyOf<typeof listBankStatementsEndpoint>

/** What the bank says of an account of the provider, beside what the ledger has on it. */
export function BankStatements({ id }: { id: string }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { data, error, refetch } = useRead(listBankStatementsEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  const { currency_code: currency, ledger, statement, statements } = data
  return (
    <Stack gap="md" mt="lg">
      <Title order={3} size="h5">
        {t('statements.title')}
      </Title>
      <FieldList
        fields={[
          [t('statements.ledger'), money(ledger, currency)],
          [t('statements.bank'), statement === null ? t('statements.none_yet') : money(statement, currency)],
          [t('statements.difference'), statement === null ? null : money(statement - ledger, currency)],
        ]}
      />
      <Upload id={id} />
      {statements.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('statements.empty')}
        </Text>
      )}
      {statements.map((each) => (
        <Statement key={each.id} account={id} currency={currency} statement={each} />
      ))}
    </Stack>
  )
}

function Upload({ id }: { id: string }) {
  const { t } = useTranslation()
  const mayAdd = useMay(addBankStatementEndpoint)
  const whyOf = useWhy()
  const upload = useUpload(addBankStatementEndpoint, {
    tooLarge: (name) => t('statements.too_large', { name }),
    refused: (name, reason, refusal) =>
      t('chargebacks.evidence.refused', { name, reason: [reason, ...whyOf(refusal)].join(' ') }),
  })
  if (!mayAdd) return null
  const send = async (files: readonly File[]) => {
    const answers = await upload.send(files, { params: { id } })
    for (const { paid, returned, received, unmatched } of answers ?? [])
      notify({ color: 'green', message: t('statements.added', { paid, returned, received, unmatched }) })
  }
  return (
    <div>
      <ChooseFiles
        accept=".xml,application/xml,text/xml"
        icon={IconUpload}
        isBusy={upload.isBusy}
        onChosen={(files) => void send(files)}
      >
        {t('statements.add')}
      </ChooseFiles>
      {upload.problem && (
        <Text size="sm" c="red" role="alert">
          {upload.problem}
        </Text>
      )}
    </div>
  )
}

/** What of a file is wrong, and where, as far as the refusal says so. */
function useWhy(): (refusal: ApiRefusal) => string[] {
  const { t } = useTranslation()
  const known = useKnownText()
  const money = useMoney()
  return ({ code, details: { problem, line, closing, opening, currency_code } }) => {
    if (code === 'statement_gap')
      return [
        t('statements.gap', {
          closing: money(Number(closing), String(currency_code)),
          opening: money(Number(opening), String(currency_code)),
        }),
      ]
    if (code !== 'statement_unreadable' || typeof problem !== 'string') return []
    return [
      known('statements.problem', problem, ''),
      ...(typeof line === 'number' ? [t('statements.at_line', { line })] : []),
    ]
  }
}

interface StatementProps {
  account: string
  currency: string
  statement: Statements['statements'][number]
}

function Statement({ account, currency, statement }: StatementProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Group justify="space-between">
        <div>
          <Text size="sm">
            {statement.statement_id} · <Day value={statement.closing_on} />
          </Text>
          <Text size="xs" c="dimmed">
            {money(statement.opening, currency)} → {money(statement.closing, currency)}
            {statement.unmatched > 0 && ` · ${t('statements.unmatched', { count: statement.unmatched })}`}
          </Text>
        </div>
        <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('statements.entries', { count: statement.entries })}
        </Button>
      </Group>
      {isOpen && (
        <Entries account={account} statement={statement.id} name={statement.statement_id} currency={currency} />
      )}
    </div>
  )
}

interface EntriesProps {
  account: string
  statement: string
  /** What the bank calls the statement. */
  name: string
  currency: string
}

function Entries({ account, statement, name, currency }: EntriesProps) {
  const { t } = useTranslation()
  const known = useKnownText()
  const { data, error, refetch } = useRead(listBankEntriesEndpoint, { params: { id: account, statement } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={3} />
  return (
    <SmallTable label={t('statements.entries_of', { name })}>
      <thead>
        <tr>
          <WordsHead>{t('statements.booked_on')}</WordsHead>
          <WordsHead>{t('statements.what')}</WordsHead>
          <WordsHead>{t('statements.counterparty')}</WordsHead>
          <NumberHead>{t('statements.amount')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {data.map((entry) => (
          <tr key={entry.number}>
            <td>
              <Day value={entry.booked_on} />
            </td>
            <WordsCell>
              {t(`statements.state.${entry.state}`)}
              {entry.return_reason && `: ${known('payouts.reason', entry.return_reason, entry.return_reason)}`}
            </WordsCell>
            <WordsCell>
              {entry.settlement ? (
                <AnchorLink to={`/psp/reports/settlement/${entry.settlement}`}>{entry.end_to_end}</AnchorLink>
              ) : (
                <AnchorLink to={`/psp/reports/bank-entries/${entry.id}`}>
                  {entry.counterparty ?? entry.remittance ?? entry.end_to_end ?? t('statements.open')}
                </AnchorLink>
              )}
            </WordsCell>
            <NumberCell>
              <Money amount={entry.amount} currency={currency} />
            </NumberCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
