import { merchant } from '@kontor/contract/organisations/merchant.entity'
import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import {
  assignSchemeEndpoint,
  schemeVersionsEndpoint,
  setDefaultSchemeEndpoint,
} from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { assignSchemeSchemas, setDefaultSchemeSchemas } from '@kontor/contract/pricing/scheme.schemas'
import { Group, Pill, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { DayField } from '../platform/form/dates/date-fields.tsx'
import { useField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { RelatedSelect } from '../platform/form/related-select.tsx'
import { notify } from '../platform/notify.ts'

interface Of {
  type: SchemeType
  row: Scheme
  onClose: () => void
}

/** Gives a scheme to merchants from a day on. */
export function AssignScheme({ type, row, onClose }: Of) {
  const { t } = useTranslation()
  const first = useFirstDay(type, row.id)
  if (first === undefined) return null
  return (
    <RecordForm
      endpoint={assignSchemeEndpoint[type]}
      body={assignSchemeSchemas.body}
      params={{ id: row.id }}
      title={t('pricing.assign_title', { name: row.name })}
      verb={t('pricing.assign')}
      opened
      onClose={onClose}
      initial={{ merchants: [], valid_from: first }}
      onDone={(_, { merchants }) =>
        notify({ color: 'green', message: t('pricing.assigned', { count: merchants.length }) })
      }
    >
      <MerchantsField />
      <DayField name="valid_from" earliest={first} isRequired description={t('pricing.assign_help')} />
    </RecordForm>
  )
}

/** Lets a scheme apply to all merchants without one of their own. */
export function SetDefault({ type, row, onClose }: Of) {
  const { t } = useTranslation()
  const first = useFirstDay(type, row.id)
  if (first === undefined) return null
  return (
    <RecordForm
      endpoint={setDefaultSchemeEndpoint[type]}
      body={setDefaultSchemeSchemas.body}
      params={{ id: row.id }}
      title={t('pricing.default_title', { name: row.name })}
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
function useFirstDay(type: SchemeType, id: string): string | undefined {
  return useRead(schemeVersionsEndpoint[type], { params: { id } }).data?.first_day
}

/** Several merchants, found one after the other by name. */
function MerchantsField() {
  const { t } = useTranslation()
  const { value, set, input } = useField(
    { name: 'merchants', isRequired: true, missing: t('pricing.merchants_missing') },
    'choosing',
  )
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <div>
      <RelatedSelect
        {...input}
        target={merchant}
        value=""
        onChange={(id) => id && !chosen.includes(id) && set([...chosen, id])}
        onChosen={(row) => row && setNames((known) => ({ ...known, [row.id]: String(row['name']) }))}
      />
      <Group gap={6} mt={6} role="group" aria-label={t('pricing.chosen_merchants')}>
        {chosen.map((id) => (
          <Pill
            key={id}
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('pricing.leave_out', { name: names[id] ?? id }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => set(chosen.filter((each) => each !== id))}
          >
            {names[id] ?? id}
          </Pill>
        ))}
      </Group>
    </div>
  )
}
