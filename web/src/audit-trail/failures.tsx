import {
  auditTrailFailuresEndpoint,
  pspAuditTrailFailuresEndpoint,
} from '@kontor/contract/audit-trail/audit-trail.endpoints'
import { type AuditTrailItem, pspAuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import type { Entity } from '@kontor/contract/entity'
import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { engineNow } from '../platform/api/server-time.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { ResponseStatus } from './response-status.tsx'

/** The failed calls of a day, grouped by what failed and how. */
export function Failures({ entity }: { entity: Entity }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconAlertTriangle size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('audit_trail.failures.open')}
      </Button>
      <Dialog size="xl" opened={isOpen} onClose={() => setOpen(false)} title={t('audit_trail.failures.title')}>
        <List entity={entity} onLeave={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const day_ms = 86_400_000

function List({ entity, onLeave }: { entity: Entity; onLeave: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const to: string = useListScreen().route
  const isPsp = entity.name === pspAuditTrailItem.name
  const { data, error, refetch } = useRead(isPsp ? pspAuditTrailFailuresEndpoint : auditTrailFailuresEndpoint)
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  if (data.length === 0) return <Text size="sm">{t('audit_trail.failures.none')}</Text>
  const since = new Date(engineNow().getTime() - day_ms).toISOString()
  const label = (name: keyof AuditTrailItem) => labels.field<string>(entity, name)
  const searchOf = ({ route, type, response_code, refusal }: (typeof data)[number]) => ({
    ...{ route, 'type[]': [type], 'response_code>': String(response_code), 'response_code<': String(response_code) },
    ...(refusal !== null && { refusal }),
    'created_at>': since,
  })
  return (
    <SmallTable label={t('audit_trail.failures.title')} folds>
      <thead>
        <tr>
          <WordsHead>{label('route')}</WordsHead>
          <WordsHead>{label('response_code')}</WordsHead>
          <WordsHead isExtra>{label('refusal')}</WordsHead>
          <NumberHead>{t('audit_trail.failures.count')}</NumberHead>
          <NumberHead isExtra>{t('audit_trail.failures.before')}</NumberHead>
          <WordsHead isExtra>{t('audit_trail.failures.last')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {data.map((failure) => (
          <tr key={`${failure.route} ${failure.type} ${failure.response_code} ${failure.refusal} ${failure.gap}`}>
            <WordsCell>
              <AnchorLink to={to} search={searchOf(failure)} onClick={onLeave}>
                {failure.route}
              </AnchorLink>
              <WhereNarrow>
                {failure.refusal}
                <div>
                  <Instant value={failure.last_at} hasSeconds />
                </div>
              </WhereNarrow>
            </WordsCell>
            <WordsCell>
              <ResponseStatus row={failure} />
            </WordsCell>
            <WordsCell isExtra>{failure.refusal ?? '–'}</WordsCell>
            <NumberCell>{labels.number(failure.count)}</NumberCell>
            <NumberCell isExtra>{labels.number(failure.before)}</NumberCell>
            <WordsCell isExtra>
              <Instant value={failure.last_at} hasSeconds />
            </WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
