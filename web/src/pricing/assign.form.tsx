import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import {
  assignSchemeEndpoint,
  schemeVersionsEndpoint,
  setDefaultSchemeEndpoint,
  unassignSchemeEndpoint,
} from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import {
  assignSchemeSchemas,
  setDefaultSchemeSchemas,
  unassignSchemeSchemas,
} from '@kontor/contract/pricing/scheme.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { DayField } from '../platform/form/dates/date-fields.tsx'
import { WaitingDialog } from '../platform/form/dialog/waiting-dialog.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import { MerchantsField } from './merchants-field.tsx'

interface Of {
  type: SchemeType
  row: Scheme
  onClose: () => void
}

/** Gives a scheme to merchants from a day on. */
export function AssignScheme({ type, row, onClose }: Of) {
  const { t } = useTranslation()
  const title = t('pricing.assign_title', { name: row.name })
  const { first, reading } = useFirstDay(type, row.id)
  if (first === undefined) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  return (
    <RecordForm
      endpoint={assignSchemeEndpoint[type]}
      body={assignSchemeSchemas.body}
      params={{ id: row.id }}
      title={title}
      verb={t('pricing.assign')}
      opened
      onClose={onClose}
      initial={{ merchants: [], valid_from: first }}
      onDone={(_, { merchants }) =>
        notify({ color: 'green', message: t('pricing.assigned', { count: merchants.length }) })
      }
    >
      <MerchantsField isRequired />
      <DayField name="valid_from" earliest={first} isRequired description={t('pricing.assign_help')} />
    </RecordForm>
  )
}

/** Lets merchants with the scheme follow their package, or the default, from a day on. */
export function UnassignScheme({ type, row, onClose }: Of) {
  const { t } = useTranslation()
  const title = t('pricing.unassign_title', { name: row.name })
  const { first, reading } = useFirstDay(type, row.id)
  if (first === undefined) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  return (
    <RecordForm
      endpoint={unassignSchemeEndpoint[type]}
      body={unassignSchemeSchemas.body}
      params={{ id: row.id }}
      title={title}
      verb={t('pricing.unassign')}
      opened
      onClose={onClose}
      initial={{ merchants: [], valid_from: first }}
      onDone={(_, { merchants }) =>
        notify({ color: 'green', message: t('pricing.unassigned', { count: merchants.length }) })
      }
    >
      <MerchantsField isRequired />
      <DayField name="valid_from" earliest={first} isRequired description={t('pricing.unassign_help')} />
    </RecordForm>
  )
}

/** Lets a scheme apply to all merchants without one of their own. */
export function SetDefault({ type, row, onClose }: Of) {
  const { t } = useTranslation()
  const title = t('pricing.default_title', { name: row.name })
  const { first, reading } = useFirstDay(type, row.id)
  if (first === undefined) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  return (
    <RecordForm
      endpoint={setDefaultSchemeEndpoint[type]}
      body={setDefaultSchemeSchemas.body}
      params={{ id: row.id }}
      title={title}
      verb={t('pricing.set_default')}
      opened
      onClose={onClose}
      initial={{ valid_from: first }}
      onDone={() => notify({ color: 'green', message: t('pricing.default_set') })}
    >
      <Text size="sm">{t('pricing.default_text')}</Text>
      <DayField name="valid_from" earliest={first} isRequired />
    </RecordForm>
  )
}

/** The first day that a change may begin on. */
function useFirstDay(type: SchemeType, id: string) {
  const reading = useRead(schemeVersionsEndpoint[type], { params: { id } })
  return { first: reading.data?.first_day, reading }
}
