import {
  createSapMappingEndpoint,
  deleteSapMappingEndpoint,
  listSapMappingsEndpoint,
  listUnmappedSapEventsEndpoint,
  updateSapMappingEndpoint,
} from '@kontor/contract/sap/sap.endpoints'
import type { SapMapping, Unmapped } from '@kontor/contract/sap/sap.schemas'
import { exactly } from '@kontor/contract/sums'
import { Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { useMay } from '../platform/viewer.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { Section } from '../ui/section.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import layout from './sap.module.css'
import { SapLinks } from './sap-links.tsx'

const forms = () => import('./sap-mapping.form.tsx')
const CreateMapping = lazy(() => forms().then((module) => ({ default: module.CreateSapMapping })))
const EditMapping = lazy(() => forms().then((module) => ({ default: module.EditSapMapping })))

type Open = { kind: 'create'; of?: Unmapped } | { kind: 'edit' | 'delete'; row: SapMapping }

/** The accounts of SAP for each event, and the events that wait for theirs. */
export default function SapMappingPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  return (
    <div className={layout.page}>
      <PageHead title={t('nav.sap_mapping.label')} text={t('nav.sap_mapping.description')}>
        <SapLinks to={['batches', 'connection']} />
        <IfMay do={createSapMappingEndpoint}>
          <Button onClick={() => setOpen({ kind: 'create' })}>{t('sap.add_mapping')}</Button>
        </IfMay>
      </PageHead>
      <Waiting onChoose={(of) => setOpen({ kind: 'create', of })} />
      <Mappings onOpen={setOpen} />
      <Suspense fallback={null}>{open && <Dialog open={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </div>
  )
}

function Dialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (open.kind === 'create') return <CreateMapping of={open.of} onClose={onClose} />
  if (open.kind === 'edit') return <EditMapping row={open.row} onClose={onClose} />
  const event = labels.value('kind', undefined, open.row.event)
  return (
    <ConfirmCommand
      endpoint={deleteSapMappingEndpoint}
      params={{ id: open.row.id }}
      opened
      onClose={onClose}
      title={t('action.delete_title', { name: event })}
      text={t('sap.delete_text')}
      verb={t('action.delete')}
      isDangerous
      done={t('sap.mapping_deleted')}
    />
  )
}

/** What batches cannot be sent without. */
function Waiting({ onChoose }: { onChoose: (of: Unmapped) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const mayChoose = useMay(createSapMappingEndpoint)
  const { data, error, refetch } = useRead(listUnmappedSapEventsEndpoint)
  if (!data) return <NotYet error={error} refetch={refetch} height={140} />
  return (
    <Section title={t('sap.waiting')} text={t(data.length === 0 ? 'sap.nothing_waits' : 'sap.waiting_text')}>
      {data.length > 0 && (
        <SmallTable label={t('sap.events_waiting')}>
          <thead>
            <tr>
              <WordsHead>{t('sap.event')}</WordsHead>
              <WordsHead>{t('sap.merchant')}</WordsHead>
              <NumberHead>{t('sap.amount')}</NumberHead>
              <WordsHead>{t('sap.in_batches')}</WordsHead>
              {mayChoose && <WordsHead>{t('sap.choose')}</WordsHead>}
            </tr>
          </thead>
          <tbody>
            {data.map((each) => (
              <tr key={`${each.event}${each.merchant}${each.currency_code}`}>
                <WordsCell>{labels.value('kind', undefined, each.event)}</WordsCell>
                <WordsCell>{each.merchant_name ?? t('sap.own_book')}</WordsCell>
                <NumberCell>{money(exactly(each, 'amount') ?? 0, each.currency_code)}</NumberCell>
                <WordsCell>{each.batches.join(', ')}</WordsCell>
                {mayChoose && (
                  <WordsCell>
                    <Button size="compact-sm" variant="default" onClick={() => onChoose(each)}>
                      {t('sap.choose_accounts')}
                    </Button>
                  </WordsCell>
                )}
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Section>
  )
}

function Mappings({ onOpen }: { onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(listSapMappingsEndpoint)
  const mayChange = useMay(updateSapMappingEndpoint)
  if (!data) return <NotYet error={error} refetch={refetch} height={300} />
  return (
    <Section title={t('sap.accounts')} text={t(data.length === 0 ? 'sap.no_accounts' : 'sap.accounts_text')}>
      {data.length > 0 && (
        <SmallTable label={t('sap.chosen')}>
          <thead>
            <tr>
              <WordsHead>{t('sap.event')}</WordsHead>
              <WordsHead>{t('sap.counts_for')}</WordsHead>
              <WordsHead>{t('sap.debit')}</WordsHead>
              <WordsHead>{t('sap.credit')}</WordsHead>
              <WordsHead>{t('sap.cost_center')}</WordsHead>
              <WordsHead>{t('sap.tax_code')}</WordsHead>
              {mayChange && <WordsHead>{t('sap.change')}</WordsHead>}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <Mapping key={row.id} row={row} mayChange={mayChange} onOpen={onOpen} />
            ))}
          </tbody>
        </SmallTable>
      )}
    </Section>
  )
}

interface MappingProps {
  row: SapMapping
  mayChange: boolean
  onOpen: (open: Open) => void
}

function Mapping({ row, mayChange, onOpen }: MappingProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const event = labels.value('kind', undefined, row.event)
  const scope = [row.merchant_name, row.currency_code].filter(Boolean).join(' · ')
  return (
    <tr>
      <WordsCell>{event}</WordsCell>
      <WordsCell>{scope || <Text size="sm">{t('sap.for_all')}</Text>}</WordsCell>
      <WordsCell>{row.debit_account}</WordsCell>
      <WordsCell>{row.credit_account}</WordsCell>
      <WordsCell>{row.cost_center ?? '–'}</WordsCell>
      <WordsCell>{row.tax_code ?? '–'}</WordsCell>
      {mayChange && (
        <WordsCell>
          <Group gap={4} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('sap.edit_of', { event })}
              onClick={() => onOpen({ kind: 'edit', row })}
            >
              {t('action.edit')}
            </Button>
            <IfMay do={deleteSapMappingEndpoint}>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('sap.delete_of', { event })}
                onClick={() => onOpen({ kind: 'delete', row })}
              >
                {t('action.delete')}
              </Button>
            </IfMay>
          </Group>
        </WordsCell>
      )}
    </tr>
  )
}
