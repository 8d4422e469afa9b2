import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import {
  activateProcessorSettlementEndpoint,
  deactivateProcessorSettlementEndpoint,
  processorSettlementSetupEndpoint,
  testProcessorSettlementEndpoint,
  updateProcessorSettlementEndpoint,
} from '@kontor/contract/processors/processor-settlement.endpoints'
import { type ProcessorSettlement, processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import type { ProcessorSettlementSetup } from '@kontor/contract/processors/processor-settlement.schemas'
import { Alert, Group, Text } from '@mantine/core'
import { IconPencil, IconPlugConnected, IconPower } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { notify } from '../../platform/notify.ts'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { GatewayName } from '../../platform/value/use-gateways.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { ChargedCosts } from '../../reconciliation/charged-costs.tsx'
import { Differences } from '../../reconciliation/differences.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { WordTag } from '../../ui/words/word-tag.tsx'
import { ConnectedTags } from '../connected-tag.tsx'
import { useCredentialFacts } from '../credentials/use-credential-facts.tsx'
import { useCredentialWords } from '../credentials/use-credential-words.ts'
import type { ProcessorSettlementRow } from './processor-settlement-row.ts'
import { ReconciliationTag } from './reconciliation-tag.tsx'
import { SettlementFiles } from './settlement-files.tsx'

const EditProcessorSettlement = lazy(() =>
  import('./processor-settlement.form.tsx').then((module) => ({ default: module.EditProcessorSettlement })),
)

/** A processor settlement: its details with its connection, its files with their lines, and its history. */
export default function ProcessorSettlementPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const history = useHistoryTab(processorSettlement, id)
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof processorSettlement, ProcessorSettlementRow>(processorSettlement, id, {
    populate: ['organisation'],
  })
  const isCollecting = useViewer().modules.includes('collecting')
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  const reconciled = isCollecting
    ? [
        { name: 'differences', label: t('reconciliation.tab'), content: () => <Differences id={row.id} /> },
        { name: 'costs', label: t('reconciliation.costs_tab'), content: () => <ChargedCosts id={row.id} /> },
      ]
    : []
  return (
    <>
      <TitledHead
        title={row.name}
        tags={
          <>
            <ConnectedTags of={row} />
            <ReconciliationTag of={row} />
          </>
        }
        actions={<Actions row={row} />}
      >
        <span>
          <GatewayName name={row.gateway} />
        </span>
        <span>{labels.value('processor_settlement_type', undefined, row.processor_settlement_type)}</span>
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          { name: 'files', label: t('settlements.tab_files'), content: () => <SettlementFiles row={row} /> },
          ...reconciled,
          ...history,
        ]}
      />
    </>
  )
}

function Actions({ row }: { row: ProcessorSettlementRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateProcessorSettlementEndpoint, row.id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'switch'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  const verb = row.active ? 'deactivate' : 'activate'
  return (
    <IfMay do={updateProcessorSettlementEndpoint}>
      <ActionBar>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
        <ActionButton icon={IconPower} label={t(`processors.${verb}`)} onClick={() => setOpen('switch')} />
        {open === 'edit' && (
          <Suspense fallback={null}>
            <EditProcessorSettlement row={row} onClose={close} />
          </Suspense>
        )}
        <ConfirmCommand
          endpoint={row.active ? deactivateProcessorSettlementEndpoint : activateProcessorSettlementEndpoint}
          params={{ id: row.id }}
          opened={open === 'switch'}
          onClose={close}
          title={t(`processors.${verb}_title`, { name: row.name })}
          text={<Text size="sm">{t(`settlements.${verb}_text`)}</Text>}
          verb={t(`processors.${verb}`)}
          isDangerous={row.active}
          done={t(`processors.${verb}d`, { name: row.name })}
        />
      </ActionBar>
    </IfMay>
  )
}

function Details({ row }: { row: ProcessorSettlementRow }) {
  const labels = useLabels()
  const { data: setup } = useRead(processorSettlementSetupEndpoint, { params: { id: row.id } })
  const cell = (name: keyof ProcessorSettlement & string) =>
    [
      labels.field(processorSettlement, name),
      row[name] === null ? null : <Cell key={name} entity={processorSettlement} name={name} row={row} />,
    ] as const
  return (
    <>
      <FieldList
        fields={[
          cell('description'),
          cell('mode'),
          cell('account'),
          [labels.field(processorSettlement, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
          [labels.field(processorSettlement, 'user'), setup?.user?.name],
          cell('last_file_at'),
          cell('expected_at'),
          cell('created_at'),
          cell('id'),
        ]}
      />
      <Connection row={row} />
    </>
  )
}

/** What is known of the credential, and of the last look at the gateway. */
function Connection({ row }: { row: ProcessorSettlementRow }) {
  const setup = useRead(processorSettlementSetupEndpoint, { params: { id: row.id } })
  if (!setup.data) return <NotYet error={setup.error} refetch={setup.refetch} rows={3} />
  return <Connected row={row} setup={setup.data} />
}

function Connected({ row, setup }: { row: ProcessorSettlementRow; setup: ProcessorSettlementSetup }) {
  const { t } = useTranslation()
  const { data: gateways } = useRead(gatewaysEndpoint)
  const facts = gateways?.find(({ name }) => name === row.gateway)?.settlement
  const fields = facts?.types.find((each) => each.processor_settlement_type === row.processor_settlement_type)
  const { problemOf } = useCredentialWords(fields?.credential ?? [])
  const { credential, fetched_at, fetch_problem } = setup
  const { test_problem, test_field } = credential
  const known = useCredentialFacts(credential, row.created_at)
  return (
    <PanelSection title={t('processors.tab_connection')}>
      <FieldList
        fields={[
          ...known,
          [
            t('settlements.fetched'),
            fetched_at && (
              <Group gap="xs">
                <Instant value={fetched_at} />
                {fetch_problem && <WordTag color="red">{t('settlements.fetch_failed')}</WordTag>}
              </Group>
            ),
          ],
        ]}
      />
      {test_problem && (
        <Alert color="red" mt="xs">
          {problemOf(test_problem, test_field)}
        </Alert>
      )}
      {fetch_problem && (
        <Alert color="red" mt="xs">
          {t(`settlements.fetch_problem.${fetch_problem}`)}
        </Alert>
      )}
      <IfMay do={testProcessorSettlementEndpoint}>
        <Group mt="xs">
          <TestButton id={row.id} />
        </Group>
      </IfMay>
    </PanelSection>
  )
}

function TestButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { submit, isBusy } = useCommand(testProcessorSettlementEndpoint)
  async function ask() {
    const said = await submit(
      { id },
      {},
      { onRefused: (refusal) => notify({ color: 'red', message: textOf(refusal) }) },
    )
    if (said && 'account' in said && said.account)
      notify({ color: 'green', message: t('processors.opens', { account: said.account }) })
  }
  return (
    <ActionButton icon={IconPlugConnected} label={t('processors.test')} isBusy={isBusy} onClick={() => void ask()} />
  )
}
