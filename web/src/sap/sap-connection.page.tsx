import type { ReplyOf } from '@kontor/contract/endpoint'
import { getSapConnectionEndpoint, updateSapConnectionEndpoint } from '@kontor/contract/sap/sap.endpoints'
import { sapFrequencies } from '@kontor/contract/sap/sap.rules'
import { updateSapConnectionSchemas } from '@kontor/contract/sap/sap.schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { DayField } from '../platform/form/dates/date-fields.tsx'
import { ChoiceField, TextField } from '../platform/form/fields.tsx'
import { FieldGrid } from '../platform/form/form-part.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { presentOf } from '../platform/form/use-meanwhile.ts'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { notify } from '../platform/notify.ts'
import { Day } from '../platform/value/instant.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Section } from '../ui/section.tsx'
import layout from './sap.module.css'
import { SapLinks } from './sap-links.tsx'

type Seen = ReplyOf<typeof getSapConnectionEndpoint>

export default function SapConnectionPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(getSapConnectionEndpoint)
  return (
    <div className={layout.page}>
      <PageHead title={t('nav.sap_connection.label')} text={t('nav.sap_connection.description')}>
        <SapLinks to={['batches', 'mapping']} />
      </PageHead>
      {data ? <Connection seen={data} /> : <NotYet error={error} refetch={refetch} height={200} />}
    </div>
  )
}

function Connection({ seen }: { seen: Seen }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { connection, closed_through, covered_through } = seen
  return (
    <Section
      title={t('sap.connection')}
      text={t(connection ? 'sap.connection_text' : 'sap.not_connected')}
      action={
        <IfMay do={updateSapConnectionEndpoint}>
          <Button variant={connection ? 'default' : 'filled'} onClick={() => setOpen(true)}>
            {t(connection ? 'action.edit' : 'sap.connect')}
          </Button>
        </IfMay>
      }
    >
      <FieldList
        fields={[
          [t('sap.company_code'), connection?.company_code],
          [t('sap.chart_of_accounts'), connection?.chart_of_accounts],
          [t('sap.currency'), connection?.currency_code],
          [t('sap.document_type'), connection?.document_type],
          [t('sap.frequency'), connection && t(`sap.frequencies.${connection.frequency}`)],
          [t('sap.since'), connection?.since && <Day key="since" value={connection.since} />],
          [t('sap.closed_through'), closed_through && <Day key="closed" value={closed_through} />],
          [t('sap.covered_through'), covered_through && <Day key="covered" value={covered_through} />],
        ]}
      />
      {isOpen && <EditConnection seen={seen} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const empty = {
  ...{ company_code: '', chart_of_accounts: '', currency_code: 'EUR', document_type: 'SA' },
  ...{ frequency: 'DAILY', since: '' },
}

const valuesOf = ({ connection }: Seen) => (connection ? { ...connection, since: connection.since ?? '' } : empty)

function EditConnection({ seen, onClose }: { seen: Seen; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={updateSapConnectionEndpoint}
      body={updateSapConnectionSchemas.body}
      title={t('sap.connection')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={valuesOf(seen)}
      present={presentOf(getSapConnectionEndpoint, {}, valuesOf)}
      bodyOf={(values) => ({ ...values, since: values['since'] || null })}
      onDone={() => notify({ color: 'green', message: t('sap.connection_saved') })}
    >
      <FieldGrid>
        <TextField name="company_code" label={t('sap.company_code')} maxLength={4} autoFocus isRequired />
        <TextField name="chart_of_accounts" label={t('sap.chart_of_accounts')} maxLength={4} isRequired />
        <TextField name="currency_code" label={t('sap.currency')} maxLength={3} isRequired />
        <TextField name="document_type" label={t('sap.document_type')} maxLength={2} isRequired />
        <ChoiceField
          name="frequency"
          label={t('sap.frequency')}
          choices={sapFrequencies}
          textOf={(frequency) => t(`sap.frequencies.${frequency}`)}
          isRequired
        />
        {seen.covered_through === null && (
          <DayField name="since" label={t('sap.since')} description={t('sap.since_help')} />
        )}
      </FieldGrid>
    </RecordForm>
  )
}
