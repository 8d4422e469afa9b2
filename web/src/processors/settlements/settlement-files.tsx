import {
  addSettlementFileEndpoint,
  listSettlementFilesEndpoint,
  readSettlementFileEndpoint,
} from '@kontor/contract/processors/processor-settlement.endpoints'
import type { SettlementFile } from '@kontor/contract/processors/processor-settlement.schemas'
import { closeSettlementFileEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import { Alert, Group, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconList, IconLock, IconRefresh, IconUpload } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { useUpload } from '../../platform/api/use-upload.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { notify } from '../../platform/notify.ts'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { Day, DayOfInstant, Instant } from '../../platform/value/instant.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { ChooseFiles } from '../../ui/choose-files.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { WordTag } from '../../ui/words/word-tag.tsx'
import type { ProcessorSettlementRow } from './processor-settlement-row.ts'

const CloseFile = lazy(() =>
  import('../../reconciliation/close-file.form.tsx').then((module) => ({ default: module.CloseFile })),
)
const SettlementLines = lazy(() =>
  import('./settlement-lines.tsx').then((module) => ({ default: module.SettlementLines })),
)

/** The files of a processor settlement, newest first, and the button that hands one in. */
export function SettlementFiles({ row }: { row: ProcessorSettlementRow }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(listSettlementFilesEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  return (
    <>
      {row.active && (
        <IfMay do={addSettlementFileEndpoint}>
          <Upload id={row.id} />
        </IfMay>
      )}
      {data.length === 0 && (
        <EmptyState
          icon={<IconFileSpreadsheet />}
          title={t('settlements.no_files')}
          text={t(row.processor_settlement_type === 'API' ? 'settlements.no_files_api' : 'settlements.no_files_upload')}
        />
      )}
      {data.map((file) => (
        <OneFile key={file.id} id={row.id} file={file} />
      ))}
    </>
  )
}

function Upload({ id }: { id: string }) {
  const { t } = useTranslation()
  const { send, isBusy, problem } = useUpload(addSettlementFileEndpoint, {
    tooLarge: (name) => t('settlements.too_large', { name }),
    refused: (name, reason) => t('settlements.refused', { name, reason }),
  })
  return (
    <>
      <Group gap="xs" mb="sm">
        <ChooseFiles
          accept=".csv,text/csv"
          icon={IconUpload}
          isBusy={isBusy}
          onChosen={(files) => void send(files, { params: { id } })}
        >
          {t('settlements.upload')}
        </ChooseFiles>
        <Text size="xs" c="dimmed">
          {t('settlements.limits', { megabytes: 16 })}
        </Text>
      </Group>
      {problem && (
        <Alert color="red" role="alert" mb="sm">
          {problem}
        </Alert>
      )}
    </>
  )
}

const colors = {
  ...{ RECEIVED: 'gray', READ: 'green', FAILED: 'red' },
  ...{ MATCHED: 'green', DIFFERENCES: 'yellow', CLOSED: 'gray' },
} as const

/** What was read of it, and then what became of its lines in the books. */
function Status({ file: { status, reconciled } }: { file: SettlementFile }) {
  const { t } = useTranslation()
  if (status !== 'READ' || reconciled === null)
    return <WordTag color={colors[status]}>{t(`settlements.file.${status}`)}</WordTag>
  return <WordTag color={colors[reconciled]}>{t(`reconciliation.file.${reconciled}`)}</WordTag>
}

function OneFile({ id, file }: { id: string; file: SettlementFile }) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const [isOpen, setOpen] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const { name, status, received_at, uploaded_by, batch, period_from, period_to, lines, unclear_lines, totals } = file
  const number = new Intl.NumberFormat(i18n.language)
  const fields: (readonly [string, ReactNode])[] = [
    [t('settlements.status'), <Status key="status" file={file} />],
    [
      t('settlements.received'),
      <span key="received">
        <Instant value={received_at} /> · {uploaded_by ?? t('settlements.was_fetched')}
      </span>,
    ],
    [
      t('reconciliation.bank'),
      file.bank_reference !== null &&
        t('reconciliation.closed_by', { reference: file.bank_reference, name: file.closed_by }),
    ],
    ...file.received.map(
      ({ currency_code, amount, received_on, bank_entry }) =>
        [
          t('bank_entries.received'),
          <AnchorLink key={bank_entry} to={`/psp/reports/bank-entries/${bank_entry}`}>
            {money(amount, currency_code)} · <Day value={received_on} />
          </AnchorLink>,
        ] as const,
    ),
    [t('settlements.batch'), batch],
    [
      t('settlements.period'),
      period_from && period_to && (
        <>
          <DayOfInstant value={period_from} /> – <DayOfInstant value={period_to} />
        </>
      ),
    ],
    [
      t('settlements.lines'),
      status === 'READ' &&
        (unclear_lines === 0
          ? number.format(lines)
          : t('settlements.lines_unclear', { lines: number.format(lines), unclear: number.format(unclear_lines) })),
    ],
    ...totals.flatMap(({ currency_code: currency, gross, fees, net }) => [
      [t('settlements.gross_in', { currency }), money(gross, currency)] as const,
      [t('settlements.fees_in', { currency }), money(fees, currency)] as const,
      [t('settlements.net_in', { currency }), money(net, currency)] as const,
    ]),
  ]
  return (
    <PanelSection title={name}>
      <FieldList fields={fields.filter(([, value]) => Boolean(value))} />
      {status === 'FAILED' && <Failure file={file} />}
      <Group gap="xs" mt="xs" mb="md">
        {status === 'READ' && (
          <ActionButton
            icon={IconList}
            label={t(isOpen ? 'settlements.hide_lines' : 'settlements.show_lines')}
            named={t(isOpen ? 'settlements.hide_lines_of' : 'settlements.show_lines_of', { name })}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {file.reconciled === 'MATCHED' && (
          <IfMay do={closeSettlementFileEndpoint}>
            <ActionButton
              icon={IconLock}
              label={t('reconciliation.close')}
              named={t('reconciliation.close_of', { name })}
              onClick={() => setClosing(true)}
            />
            <Suspense>{isClosing && <CloseFile id={id} file={file} onClose={() => setClosing(false)} />}</Suspense>
          </IfMay>
        )}
        {file.reconciled !== 'CLOSED' && (
          <IfMay do={readSettlementFileEndpoint}>
            <ReadAgain id={id} file={file} />
          </IfMay>
        )}
      </Group>
      {isOpen && (
        <Suspense fallback={null}>
          <SettlementLines id={id} file={file} />
        </Suspense>
      )}
    </PanelSection>
  )
}

function Failure({ file: { failed_line, failed_column, failed_why } }: { file: SettlementFile }) {
  const { t } = useTranslation()
  const place = [
    failed_line !== null && t('settlements.at_line', { line: failed_line }),
    failed_column && t('settlements.at_column', { column: failed_column }),
  ].filter(Boolean)
  return (
    <Alert color="red" mt="xs">
      {t(`settlements.why.${failed_why ?? 'not_csv'}`)}
      {place.length > 0 && ` (${place.join(', ')})`}
    </Alert>
  )
}

function ReadAgain({ id, file }: { id: string; file: SettlementFile }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { submit, isBusy } = useCommand(readSettlementFileEndpoint)
  async function again() {
    const said = await submit(
      { id, file: file.id },
      {},
      { onRefused: (refusal) => notify({ color: 'red', message: textOf(refusal) }) },
    )
    if (said) notify({ color: 'green', message: t('settlements.read_done', { name: file.name }) })
  }
  return (
    <ActionButton
      icon={IconRefresh}
      label={t('settlements.read')}
      named={t('settlements.read_of', { name: file.name })}
      isBusy={isBusy}
      onClick={() => void again()}
    />
  )
}
